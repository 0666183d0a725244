// Detects takes that are being written, by this or another engine. Any thread; blocks on the disk.
import System

extension Library {
    /// State of a recording's take, as its journal tells.
    public enum Openness: Sendable, Hashable {
        /// No take is being written.
        case closed
        /// An engine is writing the take now.
        case recording
        /// Nobody writes the take any more, and its journal is still there: its engine has died, or could not end it.
        case leftOpen
    }

    /// Looks at the state of a recording's take, which can change at any moment. Any thread; blocks.
    public func openness(_ name: String) throws(StorageError) -> Openness {
        let path = "\(folder)/\(TakeJournal.fileName(name))"
        // A shared lock needs read access only, on NFS too.
        do throws(StorageError) {
            while true {
                let descriptor = try Place(path).open("open", .read)
                // Opened for reading only: a failing close loses nothing and releases the lock.
                defer { File.close(descriptor) }
                // A shared lock: with exclusive ones, two programs that check at the same time would take each other for an engine.
                guard try onDisk("lock", path, File.lock(descriptor, shared: true)) else { return .recording }
                // A take that has ended meanwhile has removed its file, and the next one may have its own.
                let seen = try FileStatus(of: descriptor, path: path).identity.inode
                if try Place(path).status()?.identity.inode == seen { return .leftOpen }
            }
        } catch .missing {
            return .closed
        }
    }

    /// Throws `busy` or `leftOpen` when a take of the recording is being written or was left open. Any thread; blocks.
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
