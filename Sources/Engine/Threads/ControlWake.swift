// State of the wake thread: from a semaphore to a descriptor. Its worker alone runs it.

/// Passes the JACK thread's wake-ups on to the control loop: the JACK thread can only post a semaphore, and the control loop
/// sleeps on descriptors.
struct ControlWake: ThreadState, ~Copyable {
    enum Message: Sendable { case quit }
    typealias Wake = WakeSemaphore

    private let control: WakeDescriptor
    private var isQuitting = false

    init(_ control: WakeDescriptor) { self.control = control }

    mutating func obey(_ message: Message) { isQuitting = true }

    mutating func turn() -> Int? {
        control.wake()
        return isQuitting ? nil : 3_600_000
    }
}
