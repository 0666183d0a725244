// POSIX semaphores by address. Any thread may post; a realtime thread may call nothing else here.
public import CLinux
internal import Glibc

/// Functions for a POSIX semaphore, whose address never changes.
public enum Semaphore {
    /// Makes a semaphore with count 0. `remove` frees its memory.
    public static func make() -> UnsafeMutablePointer<sem_t> {
        let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        let result = unsafe sem_init(address, 0, 0)
        precondition(result == 0, "sem_init fails only for a count out of range")
        return unsafe address
    }

    /// Destroys a semaphore and frees its memory. No thread may use it any more.
    public static func remove(_ address: UnsafeMutablePointer<sem_t>) {
        let result = unsafe sem_destroy(address)
        assert(result == 0, "sem_destroy fails only for a semaphore that was never made")
        unsafe address.deallocate()
    }

    /// Waits up to `milliseconds` for a post, and then sets the count to 0. May return early without a post.
    public static func wait(_ address: UnsafeMutablePointer<sem_t>, milliseconds: Int) {
        var until = Clock.monotonic.after(milliseconds: milliseconds)
        // EINTR ends the wait early: the caller looks for work and finds none.
        guard unsafe sem_clockwait(address, CLOCK_MONOTONIC, &until) == 0 else { return }
        while unsafe sem_trywait(address) == 0 {}
    }
}
