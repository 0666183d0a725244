// libsndfile, reading and writing audio files. One thread at a time for each file.
#pragma once
#include <sndfile.h>
