// Wake-up that the JACK thread can use. Any thread may post, the JACK thread included; one thread sleeps.
internal import CLinux
internal import Glibc
internal import Realtime

/// A POSIX semaphore at an address that is valid for the life of this object.
final class WakeSemaphore: WakeUp {
    /// The semaphore in the form that the JACK thread posts.
    let semaphore: SharedSemaphore

    /// Makes a semaphore with the count 0.
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

    /// Waits for a post or until `milliseconds` have passed, and takes all posts, because one turn serves them all. With 0
    /// milliseconds it returns without a system call, and posts stay for the next sleep.
    func wait(_ milliseconds: Int) {
        guard milliseconds > 0 else { return }
        var until = timespec.after(milliseconds: milliseconds)
        // An early return (EINTR) costs one needless turn.
        guard unsafe sem_clockwait(semaphore.address, CLOCK_MONOTONIC, &until) == 0 else { return }
        while unsafe sem_trywait(semaphore.address) == 0 {}
    }
}
