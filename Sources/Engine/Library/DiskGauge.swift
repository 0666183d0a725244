// State of the disk thread: asks the file system for its room. Its worker alone runs it.
internal import Storage

/// Answers one question, as often as it is asked: how much room the library's file system has.
struct DiskGauge: ThreadState, ~Copyable {
    enum Message: Sendable { case ask, quit }

    /// The answer, and when it came.
    struct Figure: Sendable {
        let space: Result<DiskSpace, StorageError>
        let moment: Moment
    }

    typealias Wake = WakeSemaphore

    private let folder: String
    private let outbox: Mailbox<Figure>
    private var isQuitting = false

    init(folder: String, outbox: Mailbox<Figure>) {
        self.folder = folder
        self.outbox = outbox
    }

    /// Blocks on the disk, for as long as that takes.
    mutating func obey(_ message: Message) {
        switch message {
        case .quit: isQuitting = true
        case .ask: outbox.post(Figure(space: space, moment: Moment.now))
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    private var space: Result<DiskSpace, StorageError> {
        do throws(StorageError) { return .success(try DiskSpace.at(folder)) } catch { return .failure(error) }
    }
}
