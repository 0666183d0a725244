// Semaphore that the process callback can post. Any thread.
public import CJack

/// Address of a POSIX semaphore, which its owner must keep longer than any user of this value.
///
/// `@unchecked Sendable`: POSIX allows any number of threads to post and wait at once, and the address never changes.
@safe
public struct SharedSemaphore: @unchecked Sendable {
    /// Address of the semaphore.
    public let address: UnsafeMutablePointer<sem_t>

    /// Takes the address of an initialised semaphore.
    public init(_ address: UnsafeMutablePointer<sem_t>) { unsafe self.address = unsafe address }

    /// Wakes one waiting thread. Any thread. Fails only at two thousand million pending posts, when the waiter is awake anyway.
    @_noLocks @_noAllocation
    public func post() { _ = unsafe dicta_sem_post(address) }

    /// Waits for a post; returns true after one, false after `milliseconds` without. Blocks: JACK thread in freewheel only.
    @_noLocks @_noAllocation
    func wait(milliseconds: Int) -> Bool { unsafe dicta_freewheel_wait(address, milliseconds) == 0 }
}
