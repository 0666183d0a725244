// Room: Engine. Between threads of which none is JACK's; any of them.
internal import Synchronization

/// Messages from one thread to another, in order. A lock is fine here: the JACK thread never comes near it, and a message
/// carries paths and answers that no ring of trivial elements could.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let ring: @Sendable () -> Void

    /// `ring` wakes the thread that takes.
    init(ring: @escaping @Sendable () -> Void) { self.ring = ring }

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        ring()
    }

    func take() -> [Message] {
        messages.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
