// Carries out a planned change, forward or backward. Holder of the library's lock only; blocks on the disk.
import Dictation
import System

extension Library {
    /// Does the remaining steps, and waits until they are on the disk.
    func advance(_ note: IntentNote) throws(StorageError) {
        let isOver = try isOver(note)
        for index in note.steps.indices {
            let isDone = try advance(note.steps[index], note.isCopied)
            if !isDone, !isOver { try refuseLost(index, of: note) }
        }
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

    /// Cleans up after a change that is on the disk, and writes the diary files. A hidden file that cannot be removed here is removed
    /// by recovery. If the note cannot be removed, the next program that reads it finds all steps done already.
    func finish(_ note: IntentNote) {
        for file in note.remains { Folder.removeQuietly(path(of: file)) }
        // Files that are gone give their room to it on a full disk. Before the note goes: a kill in between has the next program do it.
        keepDiaries(of: note.steps.map(\.to))
        Folder.removeQuietly(path(of: IntentNote.fileName(note.name)))
    }

    /// Does a step. False if the file has the old name no more: it was renamed before, or it is lost. Another file of this name
    /// is not part of the change.
    private func advance(_ step: IntentNote.Step, _ isCopied: Bool) throws(StorageError) -> Bool {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard try step.file.isThat(of: from, isCopied: isCopied) else { return false }
        if let replaced = step.replaced, try replaced.file.isThat(of: to, isCopied: isCopied) {
            try onDisk("replace", to, File.rename(from, to: to))
        } else {
            try Place(from).move(to: Place(to))
        }
        return true
    }

    /// True if the last step was done before, and so all others: a file that is missing now went later, by other hands.
    private func isOver(_ note: IntentNote) throws(StorageError) -> Bool {
        guard let last = note.steps.last else { return true }
        if try last.file.isThat(of: path(of: last.to), isCopied: note.isCopied) { return true }
        // A removed file goes for good once all steps are done.
        guard note.remains.contains(last.to) else { return false }
        return try !last.file.isThat(of: path(of: last.from), isCopied: note.isCopied)
    }

    /// Throws `missing` when the file of a step is lost: no later step may remove a file that the lost one was to replace. A lost
    /// file that is removed anyway is no loss.
    private func refuseLost(_ index: Int, of note: IntentNote) throws(StorageError) {
        let step = note.steps[index]
        guard !note.remains.contains(step.to) else { return }
        // A later step may have renamed the file on.
        for later in note.steps[index...] where later.file == step.file {
            if try later.file.isThat(of: path(of: later.to), isCopied: note.isCopied) { return }
        }
        throw .missing(path: path(of: step.from))
    }

    private func takeBack(_ step: IntentNote.Step, _ isCopied: Bool) throws(StorageError) {
        let (from, to) = (path(of: step.from), path(of: step.to))
        guard try step.file.isThat(of: to, isCopied: isCopied) else { return }
        guard let replaced = step.replaced else { return try Place(to).move(to: Place(from)) }
        let copy = path(of: replaced.copy)
        guard try replaced.copyFile.isThat(of: copy, isCopied: isCopied) else { return }
        try onDisk("replace", to, File.rename(copy, to: to))
    }
}
