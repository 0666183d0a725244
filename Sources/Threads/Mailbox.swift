// Messages from one thread to another. Any thread but JACK's.
internal import Synchronization

/// Messages to one thread, in the order of posting. A lock is allowed here: the JACK thread never uses a mailbox, and messages
/// carry paths and replies that a ring of trivial elements could not hold.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let wake: @Sendable () -> Void

    /// Makes a mailbox; `wake` ends the sleep of the receiving thread.
    package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Adds a message and wakes the receiving thread.
    package func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        wake()
    }

    /// Removes and returns all messages since the last call. Receiving thread only.
    package func take() -> [Message] {
        messages.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
