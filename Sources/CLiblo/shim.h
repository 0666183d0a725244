// liblo, an independent implementation of OSC. One thread at a time.
#pragma once
#include <lo/lo.h>
#include <lo/lo_lowlevel.h>
