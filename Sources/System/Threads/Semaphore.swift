// POSIX semaphores by address. Any thread may post; `wait` is for all but the JACK thread.
public import CLinux
internal import Glibc

/// Calls for a POSIX semaphore, which lives at an address that never changes.
public enum Semaphore {
    /// Makes a semaphore that nobody has posted. `remove` gives its memory back.
    public static func make() -> UnsafeMutablePointer<sem_t> {
        let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        let result = unsafe sem_init(address, 0, 0)
        precondition(result == 0, "sem_init refuses only a value out of range, and 0 is none")
        return unsafe address
    }

    /// Ends a semaphore that no thread uses any more.
    public static func remove(_ address: UnsafeMutablePointer<sem_t>) {
        let result = unsafe sem_destroy(address)
        assert(result == 0, "only a semaphore that was never made cannot be destroyed")
        unsafe address.deallocate()
    }

    /// Waits for a post or the time-out, and takes all posts that are there.
    public static func wait(_ address: UnsafeMutablePointer<sem_t>, milliseconds: Int) {
        var until = Clock.monotonic.after(milliseconds: milliseconds)
        // An early return (EINTR) is only an early look.
        guard unsafe sem_clockwait(address, CLOCK_MONOTONIC, &until) == 0 else { return }
        while unsafe sem_trywait(address) == 0 {}
    }
}
