// State of the settings thread: reads and writes files of settings. Its worker alone runs it.
internal import Storage

/// Keeps settings on the disk, in the order in which they were changed. A home folder that is slow, or does not answer at all,
/// holds up only the one who asked for the change.
struct SettingsKeeper: ThreadState, ~Copyable {
    enum Message: Sendable {
        /// Write a change, then read the files.
        case keep(SettingsWrite, SettingsFiles)
        /// Read the files.
        case read(SettingsFiles)
        /// Keep all that was asked for before, and end.
        case quit
    }

    enum Event: Sendable {
        /// End of a write; without an error the file has the change. The files are as they are after it.
        case kept(SettingsWrite, StorageError?, SettingsFiles)
        /// The files as they are.
        case read(SettingsFiles)
    }

    typealias Wake = WakeSemaphore

    private let outbox: Mailbox<Event>
    private var isQuitting = false

    init(outbox: Mailbox<Event>) { self.outbox = outbox }

    mutating func obey(_ message: Message) {
        switch message {
        case .quit: isQuitting = true
        case .keep(let write, let files):
            let error = Self.error(of: write)
            outbox.post(.kept(write, error, files.read()))
        case .read(let files): outbox.post(.read(files.read()))
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    private static func error(of write: SettingsWrite) -> StorageError? {
        do throws(StorageError) {
            try write.run()
            return nil
        } catch {
            return error
        }
    }
}
