// State of the wake thread: turns posts of a semaphore into writes to a descriptor. Wake thread only.

/// Passes the JACK thread's wake-ups on to the control loop. The JACK thread can only post a semaphore, and the control loop
/// sleeps on descriptors.
struct ControlWake: ThreadState, ~Copyable {
    /// The one order: end the thread.
    enum Order: Sendable { case quit }
    typealias Wake = WakeSemaphore

    private let control: WakeDescriptor
    private var isQuitting = false

    /// Makes the state; `control` wakes the control loop.
    init(_ control: WakeDescriptor) { self.control = control }

    mutating func obey(_ order: Order) { isQuitting = true }

    mutating func turn() -> Int? {
        control.wake()
        return isQuitting ? nil : 3_600_000
    }
}
