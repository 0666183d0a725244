// Wake-up that the JACK thread can use. Posted by any thread, the JACK thread included; slept on by one.
internal import CLinux
internal import Glibc
internal import Realtime

/// A POSIX semaphore at an address that lasts as long as this.
final class WakeSemaphore: WakeUp {
    /// For the JACK thread.
    let semaphore: SharedSemaphore

    init() {
        let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        let result = unsafe sem_init(address, 0, 0)
        precondition(result == 0, "sem_init refuses only a value out of range, and 0 is none")
        semaphore = unsafe SharedSemaphore(address)
    }

    deinit {
        let result = unsafe sem_destroy(semaphore.address)
        assert(result == 0, "only a semaphore that was never made cannot be destroyed")
        unsafe semaphore.address.deallocate()
    }

    func wake() { semaphore.post() }

    /// Waits for a post or the time-out, and takes all posts that are there: one look serves them all. Costs no system call
    /// with 0 milliseconds, where the posts stay for the next sleep.
    func wait(_ milliseconds: Int) {
        guard milliseconds > 0 else { return }
        var until = timespec.after(milliseconds: milliseconds)
        // An early return (EINTR) is only an early look.
        guard unsafe sem_clockwait(semaphore.address, CLOCK_MONOTONIC, &until) == 0 else { return }
        while unsafe sem_trywait(semaphore.address) == 0 {}
    }
}
