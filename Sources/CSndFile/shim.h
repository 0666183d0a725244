// Writer and reader threads.
#pragma once
#include <sndfile.h>
