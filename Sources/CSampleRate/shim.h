// libsamplerate, sample rate conversion. One thread at a time for each instance.
#pragma once
#include <samplerate.h>
