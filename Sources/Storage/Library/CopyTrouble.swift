// Failures of second copies, each told once. Any thread.
internal import Messages
internal import Synchronization

/// Failures of second copies by their library. A library that takes no copies goes on without, and says so once.
enum CopyTrouble {
    /// State of one library.
    private enum State {
        /// The failure is still to be told.
        case untold(StorageError)
        /// The failure was told.
        case told
    }

    private static let known = Mutex<[String: State]>([:])

    /// Notes a failure in a library, the first one only.
    static func note(_ error: StorageError, in folder: String) {
        known.withLock { if $0[folder] == nil { $0[folder] = .untold(error) } }
    }

    /// Gives the failure of a library in words, once.
    static func take(_ folder: String) -> StoredText? {
        known.withLock { known in
            guard case .untold(let error)? = known[folder] else { return nil }
            known[folder] = .told
            return StoredText(
                tr("\(folder) keeps no second copies of its sidecars from now on, since one could not be written: \(error)"))
        }
    }
}
