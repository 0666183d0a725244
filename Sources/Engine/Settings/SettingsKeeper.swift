// State of the settings thread: reads and writes settings files. Settings thread only.
internal import Settings
internal import Storage
internal import Threads

/// Stores settings on the disk in the order of the changes. A home folder that is slow or does not answer delays only the
/// request for the change.
struct SettingsKeeper: ThreadState, ~Copyable {
    /// Orders to the settings thread.
    enum Order: Sendable {
        /// Write a change, then read the files.
        case keep(SettingsWrite, SettingsFiles)
        /// Read the files.
        case read(SettingsFiles)
        /// Carry out earlier messages, then end the thread.
        case quit
    }

    /// Events of the settings thread.
    enum Event: Sendable {
        /// A write has ended; without an error the file contains the change. The files were read after the write.
        case kept(SettingsWrite, StorageError?, SettingsFiles)
        /// The files were read.
        case read(SettingsFiles)
    }

    typealias Wake = WakeSemaphore

    private let outbox: Mailbox<Event>
    private var isQuitting = false

    init(outbox: Mailbox<Event>) { self.outbox = outbox }

    mutating func obey(_ order: Order) {
        switch order {
        case .quit: isQuitting = true
        case .keep(let write, let files):
            let error = Self.error(of: write)
            outbox.post(.kept(write, error, files.read()))
        case .read(let files): outbox.post(.read(files.read()))
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    /// Carries out a write, and gives its error.
    private static func error(of write: SettingsWrite) -> StorageError? {
        do throws(StorageError) {
            try write.run()
            return nil
        } catch {
            return error
        }
    }
}
