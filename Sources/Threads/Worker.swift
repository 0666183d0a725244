// A thread with an inbox. Made, posted to and joined by any thread but JACK's.
import System

/// A thread that runs a `ThreadState` of its own and is reached by orders only.
///
/// The state is made on the thread from `Sendable` values and lives in a local variable of the thread's function. The compiler
/// therefore proves that no other thread touches it. Other threads share only the `Sendable` values that they hand over: rings,
/// atomic words, mailboxes.
package final class Worker<State: ThreadState & ~Copyable>: Sendable {
    private let wake: State.Wake
    private let inbox: Mailbox<State.Order>
    private let thread: NamedThread

    /// Starts the thread, which ends after the turn that gives nil. Throws `EngineError.system` if the system refuses a thread.
    ///
    /// - Parameters:
    ///   - name: name of the thread, 15 bytes at most.
    ///   - wake: ends the sleep of the thread; the JACK thread may post it if it is a semaphore.
    ///   - begin: makes the state. Runs first, on the new thread.
    package init(name: String, wake: State.Wake, _ begin: @escaping @Sendable () -> State) throws(EngineError) {
        let inbox = Mailbox<State.Order> { wake.wake() }
        self.wake = wake
        self.inbox = inbox
        do throws(SystemError) {
            thread = try NamedThread(name) {
                var state = begin()
                while let sleep = state.turn() {
                    wake.wait(sleep)
                    for order in inbox.take() { state.obey(order) }
                }
            }
        } catch {
            throw EngineError(error)
        }
    }

    /// Adds an order and wakes the thread.
    package func post(_ order: State.Order) { inbox.post(order) }

    /// Makes the thread take a turn without an order.
    package func nudge() { wake.wake() }

    /// Waits for the end of the thread. Call once; blocks.
    package func join() { thread.join() }

    /// Waits for the end of the thread for `seconds` at most. False if the thread still runs; call no more after it gave true.
    package func join(within seconds: Double) -> Bool { thread.join(within: seconds) }
}
