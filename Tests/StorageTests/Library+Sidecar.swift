// Writes sidecars for tests. One thread at a time; blocks on the disk.
import Dictation

@testable import Storage

extension Library {
    /// Writes a sidecar, and replaces an old one.
    func writeRecording(_ recording: Recording) throws(StorageError) {
        let lock = try LibraryLock(self)
        try write(recording, lock)
    }
}
