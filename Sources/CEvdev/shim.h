// libevdev: events of input devices. One owner of a device at a time.
#pragma once
#include <libevdev/libevdev.h>
