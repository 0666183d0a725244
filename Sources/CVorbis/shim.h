// Room: the door to libvorbis and libogg. Writer thread.
#pragma once
#include <vorbis/vorbisenc.h>
