// Semaphore that the JACK thread can post. Any thread.
public import CJack

/// Address of a POSIX semaphore. Its owner keeps it for longer than anybody uses this.
///
/// `@unchecked Sendable`: POSIX lets any number of threads post and wait at once, and the address never changes.
@safe
public struct SharedSemaphore: @unchecked Sendable {
    public let address: UnsafeMutablePointer<sem_t>

    public init(_ address: UnsafeMutablePointer<sem_t>) { unsafe self.address = unsafe address }

    /// Any thread. Fails only when two thousand million posts wait already: then somebody is awake.
    @_noLocks @_noAllocation
    public func post() { _ = unsafe dicta_sem_post(address) }

    /// JACK thread in freewheel only, since it blocks: true after a post, false after so many milliseconds without one.
    @_noLocks @_noAllocation
    func wait(milliseconds: Int) -> Bool { unsafe dicta_freewheel_wait(address, milliseconds) == 0 }
}
