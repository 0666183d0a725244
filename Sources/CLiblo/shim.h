// liblo, Open Sound Control: messages, addresses and patterns. One owner at a time.
#pragma once
#include <lo/lo.h>
#include <lo/lo_lowlevel.h>
