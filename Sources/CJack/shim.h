// JACK for Swift. Any thread; the JACK thread may call only the functions in the list at the end.
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/session.h>
#include <jack/thread.h>
#include <jack/transport.h>
#include <jack/uuid.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Start of a thread of libjack.
struct dicta_thread_start {
    void *(*run)(void *);
    void *argument;
    sem_t begun;
};
static void *dicta_thread_run(void *pointer) {
    struct dicta_thread_start *start = pointer;
    void *(*run)(void *) = start->run;
    void *argument = start->argument;
    sem_post(&start->begun);  // fails only for a semaphore that was posted 2^31 times
    return run(argument);
}
// Creates a thread of libjack, and returns once it runs. libjack waits a second for a new thread, then frees its memory and
// leaves the thread to run on it: a machine that is slow for a second would end the program. Costs the wait for the thread.
static int dicta_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    struct dicta_thread_start start = {run, argument};
    if (sem_init(&start.begun, 0, 0)) return errno;
    int code = pthread_create(thread, attributes, dicta_thread_run, &start);
    if (!code)
        while (sem_wait(&start.begun) && errno == EINTR) continue;
    sem_destroy(&start.begun);  // fails only for an invalid semaphore
    return code;
}

// jack_client_open is variadic, which Swift cannot call.
static inline jack_client_t *dicta_jack_client_open(const char *name, jack_options_t options, jack_status_t *status) {
    jack_set_thread_creator(dicta_thread_create);
    return jack_client_open(name, options, status);
}

// Opens a client under a session number: the server gives it the saved name and connections.
static inline jack_client_t *dicta_jack_client_restore(
    const char *name, const char *uuid, jack_options_t options, jack_status_t *status) {
    jack_set_thread_creator(dicta_thread_create);
    return jack_client_open(name, options | JackSessionID, status, uuid);
}
// JACK's sessions are deprecated in their header but still in use; a libjack may be built without them.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline int dicta_jack_set_session_callback(jack_client_t *client, JackSessionCallback callback, void *argument) {
    return jack_set_session_callback ? jack_set_session_callback(client, callback, argument) : -1;
}
static inline int dicta_jack_session_reply(jack_client_t *client, jack_session_event_t *event) {
    return jack_session_reply ? jack_session_reply(client, event) : -1;
}
static inline void dicta_jack_session_event_free(jack_session_event_t *event) {
    if (jack_session_event_free) jack_session_event_free(event);
}
// Acts as a session manager, for the tests: returns the number of clients that answered, and the first client's flags and
// command line.
static inline int dicta_jack_session_notify(
    jack_client_t *client, const char *target, jack_session_event_type_t type, const char *path, char *line, size_t size) {
    jack_session_command_t *all = jack_session_notify(client, target, type, path);
    int count = 0;
    if (size) line[0] = 0;
    while (all && all[count].uuid) {
        if (!count && all[0].command) snprintf(line, size, "%d %s", all[0].flags, all[0].command);
        count++;
    }
    jack_session_commands_free(all);
    return count;
}
#pragma clang diagnostic pop

// --- Calls allowed in the process callback -----------------------------------------------------
// Each line promises the compiler that the function neither locks nor allocates; keep the list short.
#define DICTA_RT_SAFE __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

// Returns an address in shared memory that is already mapped (libjack marks it as realtime safe).
DICTA_RT_SAFE void *jack_port_get_buffer(jack_port_t *, jack_nframes_t);
// Reads a field of the shared engine control.
DICTA_RT_SAFE jack_nframes_t jack_last_frame_time(const jack_client_t *);
// Returns 1 while the transport rolls, and its frame. Copies the state out of shared memory; tries again while the server
// writes it, which takes nanoseconds.
static inline DICTA_RT_SAFE int32_t dicta_transport(const jack_client_t *client, uint32_t *frame) {
    jack_position_t position;
    position.frame = 0;
    jack_transport_state_t state = jack_transport_query(client, &position);
    *frame = position.frame;
    return state == JackTransportRolling;
}
// The structure is packed, which Swift cannot import.
static inline DICTA_RT_SAFE uint32_t dicta_position_frame(const jack_position_t *position) { return position->frame; }
// Both read the port's buffer, which belongs to the process callback.
DICTA_RT_SAFE uint32_t jack_midi_get_event_count(void *buffer);
DICTA_RT_SAFE int jack_midi_event_get(jack_midi_event_t *event, void *buffer, uint32_t index);
// An atomic add, and a futex wake when a thread waits; never blocks.
static inline DICTA_RT_SAFE int dicta_sem_post(sem_t *semaphore) { return sem_post(semaphore); }
// One instruction; Swift's own .squareRoot() is not annotated.
static inline DICTA_RT_SAFE float dicta_sqrtf(float x) { return __builtin_sqrtf(x); }
// Depends on its argument only.
static inline DICTA_RT_SAFE float dicta_sinf(float x) { return __builtin_sinf(x); }

// Brackets of RealtimeSanitizer: no-ops unless its runtime is linked in.
void __rtsan_realtime_enter(void) __attribute__((weak));
void __rtsan_realtime_exit(void) __attribute__((weak));
static inline DICTA_RT_SAFE void dicta_realtime_enter(void) {
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
#ifdef DICTA_PLANT_ALLOCATION
    // Planted fault for the test that proves that the sanitizer detects an allocation. Only the sanitized build has it, and only
    // when the environment asks for it: one build serves both tests.
    if (getenv("DICTA_PLANT_ALLOCATION")) {
        void *volatile planted = malloc(64);
        free(planted);
    }
#endif
}
static inline DICTA_RT_SAFE void dicta_realtime_exit(void) { if (__rtsan_realtime_exit) __rtsan_realtime_exit(); }
// Freewheel only: the server waits for its clients, so the callback may wait for the disk. Gives up after the timeout.
static inline DICTA_RT_SAFE int dicta_freewheel_wait(sem_t *semaphore, long milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (milliseconds % 1000) * 1000000L;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return sem_timedwait(semaphore, &until);
}
// A system call that only reads, made once a thread. glibc 2.30 and later; behind _GNU_SOURCE, which cannot be set from here.
pid_t gettid(void);
static inline DICTA_RT_SAFE int32_t dicta_thread_number(void) { return gettid(); }
// Monotonic clock, read through the vDSO: no system call, no lock.
static inline DICTA_RT_SAFE uint64_t dicta_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
// Clock that also counts the time a machine sleeps, read through the vDSO.
static inline DICTA_RT_SAFE uint64_t dicta_wall_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
