// zlib, for the checksum CRC-32 only. Any thread; pure functions.
#pragma once
#include <zlib.h>
