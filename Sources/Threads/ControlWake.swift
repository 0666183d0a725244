// State of the wake thread: turns posts of a semaphore into writes to a descriptor. Wake thread only.

/// Passes the JACK thread's wake-ups on to the control loop. The JACK thread can only post a semaphore, and the control loop
/// sleeps on descriptors.
package struct ControlWake: ThreadState, ~Copyable {
    /// The one order: end the thread.
    package enum Order: Sendable { case quit }
    package typealias Wake = WakeSemaphore

    private let control: WakeDescriptor
    private var isQuitting = false

    /// Makes the state; `control` wakes the control loop.
    package init(_ control: WakeDescriptor) { self.control = control }

    package mutating func obey(_ order: Order) { isQuitting = true }

    package mutating func turn() -> Int? {
        control.wake()
        return isQuitting ? nil : 3_600_000
    }
}
