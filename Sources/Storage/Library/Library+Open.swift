// Detects takes that are being written, by this or another engine. Any thread; blocks on the disk.
import Glibc

extension Library {
    /// State of a recording's take, as its journal tells.
    public enum Openness: Sendable, Hashable {
        /// No take is being written.
        case closed
        /// An engine is writing the take now.
        case recording
        /// The engine that wrote the take has died.
        case leftOpen
    }

    /// Looks at the state of a recording's take, which can change at any moment. Any thread; blocks.
    public func openness(_ name: String) throws(StorageError) -> Openness {
        let path = "\(folder)/\(TakeJournal.fileName(name))"
        // A shared lock needs read access only, on NFS too.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw StorageError(code: errno, operation: "open", path: path) }
            return .closed
        }
        // Opened for reading only: a failing close loses nothing and releases the lock.
        defer { _ = close(descriptor) }
        // A shared lock, so that two simultaneous looks do not take each other for an engine.
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return .leftOpen }
        guard errno == EWOULDBLOCK else { throw StorageError(code: errno, operation: "lock", path: path) }
        return .recording
    }

    /// Throws `busy` or `leftOpen` when a take of the recording is being written, or was when its engine died. Any thread;
    /// blocks.
    public func refuseOpenTake(_ name: String) throws(StorageError) {
        switch try openness(name) {
        case .closed: return
        case .recording: throw .busy(name: name)
        case .leftOpen: throw .leftOpen(name: name)
        }
    }

    /// Names of the recordings that have a journal. Any thread; blocks.
    func journals() throws(StorageError) -> [String] {
        try Folder.names(in: folder, hidden: true).compactMap(TakeJournal.name)
    }
}
