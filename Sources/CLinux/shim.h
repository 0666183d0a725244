// Room: the door to what Linux has and Swift's Glibc module leaves out. Control loop and workers.
#pragma once
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

// glibc 2.30 and later; behind _GNU_SOURCE, which cannot be set from here.
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until);
int pthread_setname_np(pthread_t thread, const char *name);
