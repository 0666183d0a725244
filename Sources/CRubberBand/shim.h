// Room: the door to Rubber Band. Reader thread.
#pragma once
#include <rubberband/rubberband-c.h>
