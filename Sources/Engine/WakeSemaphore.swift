// Room: Engine. Posted by any thread, the JACK thread included; waited for by one worker.
internal import CLinux
internal import Glibc

/// A POSIX semaphore with an address that lasts.
@safe
final class WakeSemaphore: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<sem_t>

    init() {
        unsafe pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        let result = unsafe sem_init(pointer, 0, 0)
        precondition(result == 0, "sem_init refuses only a value out of range, and 0 is none")
    }

    deinit {
        let result = unsafe sem_destroy(pointer)
        assert(result == 0, "only a semaphore that was never made cannot be destroyed")
        unsafe pointer.deallocate()
    }

    func post() {
        // Fails only when two thousand million posts wait already: then somebody is awake.
        _ = unsafe sem_post(pointer)
    }

    /// Waits for a post or the time-out, and takes all posts that are there: one look serves them all.
    func wait(milliseconds: Int) {
        var until = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &until) == 0 else { return }
        until.tv_nsec += milliseconds % 1000 * 1_000_000
        until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1_000_000_000
        until.tv_nsec %= 1_000_000_000
        // An early return (EINTR) is only an early look.
        guard unsafe sem_clockwait(pointer, CLOCK_MONOTONIC, &until) == 0 else { return }
        while unsafe sem_trywait(pointer) == 0 {}
    }
}
