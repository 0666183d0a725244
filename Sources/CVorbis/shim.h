// libvorbis, encoding of Ogg Vorbis. One thread at a time for each encoder.
#pragma once
#include <vorbis/vorbisenc.h>
