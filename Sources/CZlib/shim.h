// Checksums. Any thread.
#pragma once
#include <zlib.h>
