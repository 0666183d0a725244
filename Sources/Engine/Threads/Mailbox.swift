// Messages from thread to thread. Any thread but JACK's.
internal import Synchronization

/// Messages to one thread, in the order in which they were posted. A lock is fine here: the JACK thread never comes near it, and
/// a message carries paths and answers that no ring of trivial elements could.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let wake: @Sendable () -> Void

    /// `wake` ends the sleep of the thread that takes.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        wake()
    }

    /// The one taking thread: all that was posted since the last time.
    func take() -> [Message] {
        messages.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
