// Room: Storage. One thread at a time (the library worker); blocks on the disk.
import Dictation
import Glibc

extension Library {
    /// Writes the change down, does it, and forgets the note. After a crash anywhere in between `finishIntents` does the rest.
    func carryOut(_ intent: Intent, _ lock: borrowing LibraryLock) throws(StorageError) {
        let note = Intent.fileName(intent.name)
        try Self.replace("\(folder)/\(note)", with: intent.printed)
        try finish(intent, note: note, lock)
    }

    /// Blocks. Does what programs that died had begun. Returns whose changes these were.
    func finishIntents(_ lock: borrowing LibraryLock) throws(StorageError) -> [String] {
        var finished: [String] = []
        for note in try Folder.hidden(in: folder, ending: Intent.ending) {
            guard let intent = Intent(parsing: try Self.contents(of: "\(folder)/\(note)")) else {
                try quarantine(note, because: "it is no note of a change that was begun")
                continue
            }
            try finish(intent, note: note, lock)
            finished.append(intent.name)
        }
        return finished
    }

    /// Whether somebody has begun a change of several files.
    func hasIntents() throws(StorageError) -> Bool {
        try Folder.hidden(in: folder, ending: Intent.ending).isEmpty == false
    }

    private func finish(_ intent: Intent, note: String, _: borrowing LibraryLock) throws(StorageError) {
        for move in intent.moves where exists(move.from) { try self.move("\(folder)/\(move.from)", to: "\(folder)/\(move.to)") }
        for sidecar in intent.sidecars { try Self.replace("\(folder)/\(sidecar.file)", with: Array(sidecar.text.utf8)) }
        // What is new has to be on the disk before what is old goes.
        try Folder.sync(folder)
        for file in intent.removals { try remove(file) }
        if !intent.removals.isEmpty { try Folder.sync(folder) }
        try remove(note)
        try Folder.sync(folder)
    }

    private func remove(_ file: String) throws(StorageError) {
        guard unsafe unlink("\(folder)/\(file)") == 0 || errno == ENOENT else {
            throw StorageError(code: errno, operation: "remove", path: "\(folder)/\(file)")
        }
    }
}
