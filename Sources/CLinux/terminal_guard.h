// Gives a terminal back after a crash or a kill. Used by TerminalGuard.swift only; the handler and the guardian call nothing but
// functions that are safe in a signal handler.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include "crash_signals.h"

// glibc 2.34 and later; behind _GNU_SOURCE.
int close_range(unsigned int first, unsigned int last, int flags);
int pipe2(int ends[2], int flags);

// One terminal a process: a signal handler finds its state here.
static struct {
    int terminal;
    int pipe;
    pid_t guardian;
    // Held standard error while the screen is shown, and the stream that it was; -1 for none.
    int held;
    int errors;
    volatile sig_atomic_t taken;
    struct termios before;
    struct termios during;
    size_t length;
    unsigned char farewell[1024];
    struct sigaction last[NSIG];
} dicta_guard = {.terminal = -1, .pipe = -1, .held = -1, .errors = -1};

// Writes bytes for a second at most: a terminal that hangs must not hold a program that ends.
static inline void dicta_guard_write(int descriptor, const unsigned char *bytes, size_t length) {
    int patience = 10;
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN && patience-- > 0) {
            struct pollfd entry = {descriptor, POLLOUT, 0};
            poll(&entry, 1, 100);
        } else if (count == 0 || errno != EINTR) {
            return;
        }
    }
}

// Sets the modes that the terminal had before, unless another program has set its own meanwhile, and writes the farewell.
static inline void dicta_guard_restore(void) {
    struct termios now;
    if (tcgetattr(dicta_guard.terminal, &now) == 0 && now.c_lflag == dicta_guard.during.c_lflag &&
        now.c_iflag == dicta_guard.during.c_iflag && now.c_oflag == dicta_guard.during.c_oflag) {
        tcsetattr(dicta_guard.terminal, TCSANOW, &dicta_guard.before);
    }
    dicta_guard_write(dicta_guard.terminal, dicta_guard.farewell, dicta_guard.length);
}

// The guardian: reads one byte for each change, 1 for taken and 0 for given back. The end of the pipe is the end of the program.
static inline void dicta_guard_watch(int pipe) {
    unsigned char taken = 0;
    while (1) {
        unsigned char byte;
        ssize_t count = read(pipe, &byte, 1);
        if (count == 1) {
            taken = byte;
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    if (taken) dicta_guard_restore();
    _exit(0);
}

// Prepares the guard and forks the guardian. Returns 0, or the errno of the pipe; without a guardian only the handler is left.
static inline int dicta_guard_open(
    int terminal, const struct termios *before, const struct termios *during, const unsigned char *farewell, size_t length) {
    dicta_guard.terminal = terminal;
    dicta_guard.before = *before;
    dicta_guard.during = *during;
    dicta_guard.length = length < sizeof dicta_guard.farewell ? length : sizeof dicta_guard.farewell;
    memcpy(dicta_guard.farewell, farewell, dicta_guard.length);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    pid_t child = fork();
    if (child == 0) {
        // A session of its own: neither Ctrl-C nor a signal to the group reaches it.
        setsid();
        prctl(PR_SET_NAME, (unsigned long)"terminal-guard", 0, 0, 0);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        // SIGTTOU would stop a program that sets the modes of a terminal from the background.
        signal(SIGTTOU, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        signal(SIGPIPE, SIG_IGN);
        // A reader of the program's output must see its end, so no other descriptor stays open here.
        int kept = dup2(terminal, 0);
        int pipe = dup2(ends[0], 1);
        if (kept < 0 || pipe < 0) _exit(1);
        close_range(2, ~0U, 0);
        dicta_guard.terminal = kept;
        dicta_guard_watch(pipe);
    }
    int code = child < 0 ? errno : 0;
    close(ends[0]);
    if (child < 0) close(ends[1]);
    dicta_guard.guardian = child;
    dicta_guard.pipe = child < 0 ? -1 : ends[1];
    return code;
}

// Tells the handler and the guardian that the terminal is taken or given back.
static inline void dicta_guard_note(int taken) {
    unsigned char byte = taken != 0;
    dicta_guard.taken = taken;
    if (dicta_guard.pipe >= 0) dicta_guard_write(dicta_guard.pipe, &byte, 1);
}

// Ends the guardian, which has nothing left to watch, and takes its result.
static inline void dicta_guard_close(void) {
    if (dicta_guard.pipe < 0) return;
    close(dicta_guard.pipe);
    dicta_guard.pipe = -1;
    while (waitpid(dicta_guard.guardian, NULL, 0) < 0 && errno == EINTR) {
    }
}

// Names the file that holds standard error while the screen is shown, and the stream that it was; -1 for none.
static inline void dicta_guard_hold(int held, int errors) {
    dicta_guard.held = held;
    dicta_guard.errors = errors;
}

// Prints what was written to standard error while the screen was shown, such as the last words of a trap.
static inline void dicta_guard_tell(void) {
    if (dicta_guard.held < 0) return;
    unsigned char bytes[512];
    off_t place = 0;
    ssize_t count;
    while ((count = pread(dicta_guard.held, bytes, sizeof bytes, place)) > 0) {
        dicta_guard_write(dicta_guard.errors, bytes, (size_t)count);
        place += count;
    }
}

// Gives the terminal back, and lets the signal act as it would have acted without this handler.
static inline void dicta_guard_handle(int number) {
    int code = errno;
    if (dicta_guard.taken) {
        dicta_guard_note(0);
        dicta_guard_restore();
        dicta_guard_tell();
    }
    sigaction(number, &dicta_guard.last[number], NULL);
    errno = code;
    // Blocked until this handler returns. A fault comes again by itself as well.
    raise(number);
}

// Handles the signals of a crash. Returns 0, or the errno of the first failure.
static inline int dicta_guard_listen(void) {
    static unsigned char room[16384];
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = dicta_guard_handle;
    sigfillset(&action.sa_mask);
    return dicta_take_crashes(action, dicta_guard.last, room, sizeof room);
}
