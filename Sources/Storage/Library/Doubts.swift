// Changes that a disk did not confirm, each told once. Any thread.
internal import Synchronization

/// The last change of each library that its disk did not confirm. It is done, and a power cut may take it back.
enum Doubts {
    private static let known = Mutex<[String: StorageError]>([:])

    /// Notes a change in a library.
    static func note(_ error: StorageError, in folder: String) { known.withLock { $0[folder] = error } }

    /// Gives the last change in a library, once.
    static func take(_ folder: String) -> StorageError? { known.withLock { $0.removeValue(forKey: folder) } }
}
