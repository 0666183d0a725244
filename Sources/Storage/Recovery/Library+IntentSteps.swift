// One thread at a time, who holds the lock; blocks on the disk. The steps of a change, forth and back.
import Dictation
import Glibc

extension Library {
    /// Does what is not done yet, until it is on the disk.
    func advance(_ note: IntentNote) throws(StorageError) {
        for step in note.steps { try advance(step, note.isCopied) }
        try Folder.sync(folder)
    }

    /// Takes back what is done, until that is on the disk, and forgets the note.
    func takeBack(_ note: IntentNote) throws(StorageError) {
        let (file, back) = (path(of: IntentNote.fileName(note.name)), path(of: IntentNote.backName(note.name)))
        // From here on nobody goes forth any more: what comes is told from the name. Without a note nothing was begun.
        guard unsafe rename(file, back) == 0 || errno == ENOENT else {
            throw StorageError(code: errno, operation: "rename", path: file)
        }
        for step in note.steps.reversed() { try takeBack(step, note.isCopied) }
        try Folder.sync(folder)
        for file in note.drafts { Folder.removeQuietly(path(of: file)) }
        // One that cannot be removed is found to be taken back, the next time.
        Folder.removeQuietly(back)
    }

    /// The change is on the disk. A hidden file that cannot be removed is cleared away by recovery, and a note that cannot be is
    /// found to be done.
    func finish(_ note: IntentNote) {
        for file in note.remains { Folder.removeQuietly(path(of: file)) }
        Folder.removeQuietly(path(of: IntentNote.fileName(note.name)))
    }

    private func advance(_ step: IntentNote.Step, _ isCopied: Bool) throws(StorageError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        // A file that is gone already, or is another one by now, is not meant.
        guard try step.file.isThat(of: from, isCopied: isCopied) else { return }
        guard let replaced = step.replaced, try replaced.file.isThat(of: to, isCopied: isCopied) else {
            return try move(from, to: to)
        }
        guard unsafe rename(from, to) == 0 else { throw StorageError(code: errno, operation: "replace", path: to) }
    }

    private func takeBack(_ step: IntentNote.Step, _ isCopied: Bool) throws(StorageError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard try step.file.isThat(of: to, isCopied: isCopied) else { return }
        guard let replaced = step.replaced else { return try move(to, to: from) }
        let copy = path(of: replaced.copy)
        guard try replaced.copyFile.isThat(of: copy, isCopied: isCopied) else { return }
        guard unsafe rename(copy, to) == 0 else { throw StorageError(code: errno, operation: "replace", path: to) }
    }
}
