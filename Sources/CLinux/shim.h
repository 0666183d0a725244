// Declarations of Linux and glibc that Swift's Glibc module lacks. Any thread except a realtime one.
#pragma once
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <pthread.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <libintl.h>
#include <locale.h>
#include <wchar.h>
#include <sys/ioctl.h>
#include <langinfo.h>
#include <termios.h>
#include "terminal_guard.h"
#include "crash_note.h"

// glibc 2.30 and later; behind _GNU_SOURCE, which cannot be set from here.
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until);
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
ssize_t copy_file_range(int from, __off64_t *from_place, int to, __off64_t *to_place, size_t length, unsigned int flags);
// From malloc.h, which the Glibc module does not include: options of mallopt, and the call that gives free pages back.
enum { DICTA_TRIM_THRESHOLD = -1, DICTA_MMAP_THRESHOLD = -3, DICTA_ARENA_MAX = -8 };
int mallopt(int option, int value);
int malloc_trim(size_t kept);
// Locks each page into RAM when it is first touched (flag MLOCK_ONFAULT, 1).
int mlock2(const void *start, size_t length, unsigned int flags);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
// Gives the lowest address and the bytes of the calling thread's stack. Returns 0, or the error number. Swift code must not name
// pthread_attr_t: the headers of CLinux and CJack both contain it, and the compiler takes either module for its owner, then
// refuses a file that imports the other one only.
static inline int dicta_thread_stack(void **base, size_t *size) {
    pthread_attr_t attributes;
    int code = pthread_getattr_np(pthread_self(), &attributes);
    if (code) return code;
    code = pthread_attr_getstack(&attributes, base, size);
    pthread_attr_destroy(&attributes);  // cannot fail on Linux
    return code;
}
int pthread_setname_np(pthread_t thread, const char *name);
// glibc 2.31 and later.
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *until);
int pipe2(int ends[2], int flags);
int dup3(int old_descriptor, int new_descriptor, int flags);
int accept4(int listener, struct sockaddr *address, socklen_t *size, int flags);
// glibc 2.36 and later, in a header that the Glibc module does not include.
int pidfd_open(pid_t process, unsigned int flags);
ssize_t process_madvise(int process, const struct iovec *pieces, size_t count, int advice, unsigned int flags);
// Behind _XOPEN_SOURCE.
int wcwidth(wchar_t character);
// glibc 2.34 and later. Keeps descriptors of audio and sockets out of a child process, whatever their flags.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
// Behind _GNU_SOURCE. Sets a limit of another process; "resource" is one of RLIMIT_.
int prlimit(pid_t process, int resource, const struct rlimit *limit, struct rlimit *old);
// glibc 2.27 and later; behind _GNU_SOURCE.
int memfd_create(const char *name, unsigned int flags);
// In libc since glibc 2.34; its header is not part of the Glibc module.
int openpty(int *owner, int *terminal, char *name, const struct termios *modes, const struct winsize *size);
// POLLRDHUP, the end of the other side's output; behind _GNU_SOURCE.
enum { DICTA_POLL_ENDED = 0x2000 };

// The macros of <sys/socket.h> for control messages have no names in Swift. Sends one message with a copy of a descriptor; -1 sends
// none. Returns the bytes sent, or -1 with errno.
static inline ssize_t dicta_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec piece = { (void *)bytes, count };
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof(int))] = { 0 };
    struct msghdr message = { 0 };
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = room;
        message.msg_controllen = sizeof room;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        *(int *)CMSG_DATA(head) = descriptor;
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}
// Receives one message, with the descriptor that came along; -1 for none. Returns the bytes, 0 at the end, or -1 with errno.
static inline ssize_t dicta_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
    struct iovec piece = { bytes, count };
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof(int))] = { 0 };
    struct msghdr message = { 0 };
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    *descriptor = -1;
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *head = got >= 0 ? CMSG_FIRSTHDR(&message) : 0;
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) *descriptor = *(int *)CMSG_DATA(head);
    return got;
}
