// Room: the door to what Linux has and Swift's Glibc module leaves out. Control loop and workers.
#pragma once
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
