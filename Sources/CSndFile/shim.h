// Room: the door to libsndfile. Writer and reader threads.
#pragma once
#include <sndfile.h>
