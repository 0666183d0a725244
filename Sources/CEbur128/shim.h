// libebur128: loudness by EBU R128. One owner of a measurement at a time.
#pragma once
#include <ebur128.h>
