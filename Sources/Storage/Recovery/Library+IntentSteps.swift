// Carries out a planned change, forward or backward. Holder of the library's lock only; blocks on the disk.
import Dictation
import System

extension Library {
    /// Does the remaining steps, and waits until they are on the disk.
    func advance(_ note: IntentNote) throws(StorageError) {
        for step in note.steps { try advance(step, note.isCopied) }
        try Folder.sync(folder)
    }

    /// Undoes the finished steps, waits until that is on the disk, and removes the note.
    func takeBack(_ note: IntentNote) throws(StorageError) {
        let (file, back) = (path(of: IntentNote.fileName(note.name)), path(of: IntentNote.backName(note.name)))
        // The new name of the note tells every later program to undo. Without a note nothing was begun.
        do throws(StorageError) { try onDisk("rename", file, File.rename(file, to: back)) } catch .missing {}
        for step in note.steps.reversed() { try takeBack(step, note.isCopied) }
        try Folder.sync(folder)
        for file in note.drafts { Folder.removeQuietly(path(of: file)) }
        // If the note cannot be removed, the next program that reads it finds all steps undone already.
        Folder.removeQuietly(back)
    }

    /// Cleans up after a change that is on the disk. A hidden file that cannot be removed here is removed by recovery. If the
    /// note cannot be removed, the next program that reads it finds all steps done already.
    func finish(_ note: IntentNote) {
        for file in note.remains { Folder.removeQuietly(path(of: file)) }
        Folder.removeQuietly(path(of: IntentNote.fileName(note.name)))
    }

    private func advance(_ step: IntentNote.Step, _ isCopied: Bool) throws(StorageError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        // A file that is gone, or another file with this name, is not part of the change.
        guard try step.file.isThat(of: from, isCopied: isCopied) else { return }
        guard let replaced = step.replaced, try replaced.file.isThat(of: to, isCopied: isCopied) else {
            return try move(from, to: to)
        }
        try onDisk("replace", to, File.rename(from, to: to))
    }

    private func takeBack(_ step: IntentNote.Step, _ isCopied: Bool) throws(StorageError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard try step.file.isThat(of: to, isCopied: isCopied) else { return }
        guard let replaced = step.replaced else { return try move(to, to: from) }
        let copy = path(of: replaced.copy)
        guard try replaced.copyFile.isThat(of: copy, isCopied: isCopied) else { return }
        try onDisk("replace", to, File.rename(copy, to: to))
    }
}
