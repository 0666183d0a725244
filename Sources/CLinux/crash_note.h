// Writes a note when a signal of a crash ends the program. Used by CrashHandler.swift only; the handler calls nothing but
// functions that are safe in a signal handler, and backtrace(3), whose library is loaded before.
#pragma once
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include "crash_signals.h"

// Beginning of the program in memory; the linker knows it.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

// The note of a process: a signal handler finds its file here; -1 for none.
static struct {
    int file;
    uintptr_t base;
    struct sigaction last[NSIG];
} dicta_crash = {.file = -1};

// Writes all bytes, as far as the disk takes them.
static inline void dicta_crash_write(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count <= 0) return;
        bytes += count;
        length -= (size_t)count;
    }
}

// Writes a word, a number to the given base, and the end of the line.
static inline void dicta_crash_line(int file, const char *word, uint64_t number, unsigned base) {
    char line[64];
    char digits[24];
    size_t length = 0, count = 0;
    while (word[length] && length < 32) {
        line[length] = word[length];
        length++;
    }
    line[length++] = ' ';
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number > 0);
    while (count > 0) line[length++] = digits[--count];
    line[length++] = '\n';
    dicta_crash_write(file, line, length);
}

// Writes the note, calls what handled the signal before, and ends the program by the signal.
static inline void dicta_crash_handle(int number, siginfo_t *info, void *context) {
    int file = dicta_crash.file;
    // A crash of this handler writes no second note.
    dicta_crash.file = -1;
    if (file >= 0) {
        struct timespec now = {0, 0};
        clock_gettime(CLOCK_REALTIME, &now);
        dicta_crash_line(file, "signal", (uint64_t)number, 10);
        dicta_crash_line(file, "time", (uint64_t)now.tv_sec, 10);
        // The note is whole without the addresses: a broken stack can end the program at the next call.
        void *frames[48];
        int count = backtrace(frames, 48);
        for (int index = 0; index < count; index++) {
            uintptr_t address = (uintptr_t)frames[index];
            // Places in the program are told from its beginning, which differs each time.
            dicta_crash_line(file, "at", (uint64_t)(address >= dicta_crash.base ? address - dicta_crash.base : address), 16);
        }
        fsync(file);
    }
    const struct sigaction *last = &dicta_crash.last[number];
    if (last->sa_flags & SA_SIGINFO) {
        last->sa_sigaction(number, info, context);
    } else if (last->sa_handler != SIG_DFL && last->sa_handler != SIG_IGN) {
        last->sa_handler(number);
    }
    // A handler that only returns would let the program go on after a signal that another program has sent.
    signal(number, SIG_DFL);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, number);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    raise(number);
}

// Names the open file that takes the note; -1 for none.
static inline void dicta_crash_note(int file) { dicta_crash.file = file; }

// Handles the signals of a crash. Returns 0, or the errno of the first failure.
static inline int dicta_crash_listen(void) {
    static unsigned char room[65536];
    void *frames[1];
    // The first call loads a library.
    backtrace(frames, 1);
    dicta_crash.base = (uintptr_t)__ehdr_start;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = dicta_crash_handle;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    return dicta_take_crashes(action, dicta_crash.last, room, sizeof room);
}
