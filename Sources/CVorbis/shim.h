// Writer thread.
#pragma once
#include <vorbis/vorbisenc.h>
