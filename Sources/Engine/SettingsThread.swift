// Room: Engine. Made by the control loop; everything but `post` runs on the settings thread.
internal import Storage

/// Keeps settings on the disk, in the order in which they were changed: a home that is slow, or stands still, holds up who
/// asked for the change and nobody else.
final class SettingsThread: @unchecked Sendable {
    enum Message: Sendable {
        case keep(SettingsWrite)
        /// Keep what was asked for before, and return.
        case quit
    }

    struct Event: Sendable {
        let write: SettingsWrite
        let error: StorageError?
    }

    private let wake = WakeSemaphore()
    private let inbox: Mailbox<Message>
    private let outbox: Mailbox<Event>

    init(outbox: Mailbox<Event>) {
        let wake = wake
        inbox = Mailbox { wake.post() }
        self.outbox = outbox
    }

    /// Any thread but JACK's.
    func post(_ message: Message) { inbox.post(message) }

    /// The thread's body; returns after `.quit`.
    func run() {
        var isQuitting = false
        while !isQuitting {
            wake.wait(milliseconds: 60_000)
            for message in inbox.take() {
                switch message {
                case .quit: isQuitting = true
                case .keep(let write): outbox.post(Event(write: write, error: Self.error(of: write)))
                }
            }
        }
    }

    private static func error(of write: SettingsWrite) -> StorageError? {
        do throws(StorageError) {
            try write.run()
            return nil
        } catch {
            return error
        }
    }
}
