// Room: Engine. Made by the control loop; the body runs on a thread of its own.
internal import Synchronization

/// Passes the JACK thread's word on: that can post a semaphore, and the control loop sleeps on descriptors.
final class ControlWake: Sendable {
    private let semaphore: WakeSemaphore
    private let wake: WakeDescriptor
    private let isOver = Atomic<Bool>(false)

    init(_ semaphore: WakeSemaphore, _ wake: WakeDescriptor) {
        self.semaphore = semaphore
        self.wake = wake
    }

    /// The thread's body; returns after `end`.
    func run() {
        while !isOver.load(ordering: .acquiring) {
            semaphore.wait(milliseconds: 3_600_000)
            wake.wake()
        }
    }

    func end() {
        isOver.store(true, ordering: .releasing)
        semaphore.post()
    }
}
