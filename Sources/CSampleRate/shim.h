// Reader thread.
#pragma once
#include <samplerate.h>
