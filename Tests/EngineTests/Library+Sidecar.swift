// Sidecars for tests. One thread at a time; blocks on the disk.
import Dictation

@testable import Storage

extension Library {
    /// Writes a sidecar in place of any that is there.
    func writeRecording(_ recording: Recording) throws(StorageError) {
        let lock = try LibraryLock(self)
        try write(recording, lock)
    }
}
