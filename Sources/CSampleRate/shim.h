// Room: the door to libsamplerate. Reader thread.
#pragma once
#include <samplerate.h>
