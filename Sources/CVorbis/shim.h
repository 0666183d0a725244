// libvorbis and libogg: encoding of Ogg Vorbis, and the pages of Ogg streams. One thread at a time for each encoder or stream.
#pragma once
#include <vorbis/vorbisenc.h>
