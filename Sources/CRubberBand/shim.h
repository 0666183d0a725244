// Rubber Band, time stretching and pitch shifting. One thread at a time for each instance.
#pragma once
#include <rubberband/rubberband-c.h>
