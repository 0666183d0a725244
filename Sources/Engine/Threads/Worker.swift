// Thread with an inbox. Made, posted to and joined by any thread but JACK's.

/// A thread that runs a `ThreadState` of its own: reached by messages only.
///
/// The state is made on the thread, out of values that are `Sendable`, and lives in a local variable of the thread's function.
/// So the compiler proves that no other thread touches it. Other threads can read of it only the `Sendable` values that they
/// hand to it: rings, atomic words, mailboxes.
final class Worker<State: ThreadState & ~Copyable>: Sendable {
    private let wake: State.Wake
    private let inbox: Mailbox<State.Message>
    private let thread: NamedThread

    /// Starts the thread. It ends after the turn that gives nil.
    ///
    /// - Parameters:
    ///   - name: of the thread, 15 bytes at most.
    ///   - wake: ends its sleep; the JACK thread may use it too where it is a semaphore.
    ///   - begin: makes the state. Runs on the thread, first of all.
    init(name: String, wake: State.Wake, _ begin: @escaping @Sendable () -> State) throws(EngineError) {
        let inbox = Mailbox<State.Message> { wake.wake() }
        self.wake = wake
        self.inbox = inbox
        thread = try NamedThread(name) {
            var state = begin()
            while let sleep = state.turn() {
                wake.wait(sleep)
                for message in inbox.take() { state.obey(message) }
            }
        }
    }

    /// Adds a message and wakes the thread.
    func post(_ message: State.Message) { inbox.post(message) }

    /// Makes the thread take a turn.
    func nudge() { wake.wake() }

    /// Waits for the end of the thread. Once.
    func join() { thread.join() }

    /// Waits for the end of the thread, but not for longer than `seconds`. False where it had not ended by then; true once.
    func join(within seconds: Double) -> Bool { thread.join(within: seconds) }
}
