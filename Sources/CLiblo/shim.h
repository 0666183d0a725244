// Room: the door to liblo, of which Dicta uses the codec only. Control loop.
#pragma once
#include <lo/lo.h>
#include <lo/lo_lowlevel.h>
