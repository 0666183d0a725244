// Progress of a thread that a freewheeling callback waits for. That thread tells; the JACK thread waits.
public import CJack
internal import Synchronization

/// The way by which one thread ends the wait of a freewheeling callback for its work.
///
/// The semaphore is posted only while the callback waits, so that work of before is no progress later on. Each thread has one of
/// its own: the work of another thread says nothing of this one.
public struct Progress: ~Copyable, Sendable {
    private let semaphore: SharedSemaphore
    /// True while the callback waits, or is about to.
    private let isAwaited = Atomic<Bool>(false)

    /// Makes a semaphore. Allocates.
    public init() {
        let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        let result = unsafe sem_init(address, 0, 0)
        precondition(result == 0, "sem_init fails only for a count out of range")
        semaphore = unsafe SharedSemaphore(address)
    }

    deinit {
        unsafe sem_destroy(semaphore.address)
        unsafe semaphore.address.deallocate()
    }

    /// Address of the semaphore, for locking its memory.
    public var address: UnsafePointer<sem_t> { unsafe UnsafePointer(semaphore.address) }

    /// Tells a piece of work that is done and published. One fence and a load unless the callback waits. The working thread only.
    public func tell() {
        // The callback says that it waits, then looks for the work; here the work is published, then the callback is looked for.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard isAwaited.load(ordering: .relaxed), isAwaited.exchange(false, ordering: .acquiringAndReleasing) else { return }
        semaphore.post()
    }

    /// Wakes the thread and waits until `isDone`, or until `most` tenths of a second have passed without progress. Returns false
    /// after that. JACK thread in freewheel only: the server waits for its clients, so that the callback may wait for the disk.
    @_noLocks @_noAllocation
    func wait(
        waking thread: SharedSemaphore, patience most: Int, _ link: borrowing RealtimeLink,
        until isDone: (borrowing RealtimeLink) -> Bool
    ) -> Bool {
        var patience = most
        while true {
            isAwaited.store(true, ordering: .relaxed)
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            if isDone(link) || patience <= 0 { break }
            thread.post()
            patience = semaphore.wait(milliseconds: 100) ? most : patience - 1
        }
        isAwaited.store(false, ordering: .relaxed)
        return patience > 0
    }
}
