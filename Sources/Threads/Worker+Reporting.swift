// Starting a thread whose events wake the control loop. Any thread.

extension Worker where State: ~Copyable {
    /// Starts a thread that reports events, and makes their mailbox, which wakes the control loop. Throws `EngineError.system` if
    /// the system refuses a thread.
    ///
    /// - Parameters:
    ///   - name: name of the thread, 15 bytes at most.
    ///   - wake: ends the sleep of the thread.
    ///   - loop: ends the sleep of the control loop.
    ///   - begin: makes the state from the mailbox. Runs first, on the new thread.
    package static func reporting<Event: Sendable>(
        to loop: WakeDescriptor, name: String, wake: State.Wake,
        _ begin: @escaping @Sendable (Mailbox<Event>) -> State
    ) throws(EngineError) -> (worker: Worker, events: Mailbox<Event>) {
        let events = Mailbox<Event> { loop.wake() }
        return (try Worker(name: name, wake: wake) { begin(events) }, events)
    }
}
