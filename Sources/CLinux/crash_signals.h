// The signals of a crash. Used by crash_note.h and terminal_guard.h.
#pragma once
#include <errno.h>
#include <signal.h>
#include <stddef.h>

// Handles the signals of a crash by an action, and keeps the actions from before in a table by number. The handler runs on a
// stack of its own in the calling thread: the usual one may be what overflowed. Returns 0, or the errno of the first failure; the
// signals that could be taken are handled all the same.
static inline int dicta_take_crashes(struct sigaction action, struct sigaction last[NSIG], void *room, size_t size) {
    stack_t stack = {.ss_sp = room, .ss_size = size, .ss_flags = 0};
    int code = 0;
    if (sigaltstack(&stack, NULL) == 0) {
        action.sa_flags |= SA_ONSTACK;
    } else {
        code = errno;
    }
    const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT};
    for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++) {
        if (sigaction(crashes[index], &action, &last[crashes[index]]) != 0 && code == 0) code = errno;
    }
    return code;
}
