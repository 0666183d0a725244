// Any thread; blocks on the disk. Takes that are being written, here or by another engine.
import Glibc

extension Library {
    /// What a take's journal tells of the recording.
    public enum Openness: Sendable, Hashable {
        case closed
        /// An engine writes to it now.
        case recording
        /// The engine that wrote to it died.
        case leftOpen
    }

    /// Any thread; blocks. A look only: it can change the next moment.
    public func openness(_ name: String) throws(StorageError) -> Openness {
        let path = "\(folder)/\(TakeJournal.fileName(name))"
        // A shared lock needs no more than to read, on NFS too.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw StorageError(code: errno, operation: "open", path: path) }
            return .closed
        }
        // Only looked at: a close that fails loses nothing, and lets go of the lock.
        defer { _ = close(descriptor) }
        // Shared, so that two that look at the same time do not take each other for an engine.
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return .leftOpen }
        guard errno == EWOULDBLOCK else { throw StorageError(code: errno, operation: "lock", path: path) }
        return .recording
    }

    /// Any thread; blocks. Of a recording that a take is written into, or was when the engine died.
    public func refuseOpenTake(_ name: String) throws(StorageError) {
        switch try openness(name) {
        case .closed: return
        case .recording: throw .busy(name: name)
        case .leftOpen: throw .leftOpen(name: name)
        }
    }

    /// Names of the recordings that have a journal.
    func journals() throws(StorageError) -> [String] {
        try Folder.names(in: folder, hidden: true).compactMap(TakeJournal.name)
    }
}
