// Plans a change of several files before anything is done. Holder of the library's lock only; blocks on the disk.
import Dictation

extension Library {
    /// Prepares the change and returns its note. All steps that need space, or can be known to fail, come before the note is
    /// written.
    func stage(_ intent: Intent, _ lock: borrowing LibraryLock) throws(StorageError) -> IntentNote {
        let named = intent.moves.flatMap { [$0.from, $0.to] } + intent.sidecars.map(\.file) + intent.removals
        try lock.refuseStuck(intent.name, Set(named))
        var note = IntentNote(name: intent.name, folder: try folderInode)
        do throws(StorageError) {
            for move in intent.moves { try stage(move, intent.removals, &note) }
            // Sidecars come before removals, so that readers find the new file before the old one goes.
            for sidecar in intent.sidecars { try stage(sidecar, intent.removals, &note) }
            for file in intent.removals { try stage(removal: file, &note) }
        } catch {
            for file in note.drafts { Folder.removeQuietly(path(of: file)) }
            throw error
        }
        return note
    }

    private func stage(_ move: Intent.Move, _ removals: [String], _ note: inout IntentNote) throws(StorageError) {
        guard let identity = try FileIdentity(of: path(of: move.from)) else { throw .missing(path: path(of: move.from)) }
        guard let there = try FileIdentity(of: path(of: move.to)) else {
            note.steps.append(.init(from: move.from, to: move.to, file: identity))
            return
        }
        if removals.contains(move.to) {
            try stage(removal: move.to, &note)
            note.steps.append(.init(from: move.from, to: move.to, file: identity))
            return
        }
        guard there == identity, move.from != move.to else { throw .exists(path: path(of: move.to)) }
        // If case does not count in names, both names mean the same file, and a rename from one to the other does nothing.
        let between = Self.hiddenName(".dicta-case-")
        note.steps.append(.init(from: move.from, to: between, file: identity))
        note.steps.append(.init(from: between, to: move.to, file: identity))
    }

    private func stage(
        _ sidecar: Intent.Sidecar, _ removals: [String], _ note: inout IntentNote
    ) throws(StorageError) {
        let target = path(of: sidecar.file)
        let kept = FileMode(of: path(of: sidecar.like ?? sidecar.file))
        let draft = try keep(Array(sidecar.text.utf8), for: target, like: kept, &note)
        var step = IntentNote.Step(from: draft.file, to: sidecar.file, file: draft.identity)
        if let old = try FileIdentity(of: target) {
            if let other = sidecar.like, removals.contains(other), try old.isThat(of: path(of: other)) {
                // If case does not count in names, the target is the file that is to be removed.
                try stage(removal: other, &note)
            } else {
                guard sidecar.like == nil else { throw .exists(path: target) }
                let copy = try keep(try Self.contents(of: target), for: target, like: kept, &note)
                note.remains.append(copy.file)
                step.replaced = .init(file: old, copy: copy.file, copyFile: copy.identity)
            }
        }
        note.steps.append(step)
    }

    /// Plans a removal as a rename to a hidden name, so that it can be undone.
    private func stage(removal file: String, _ note: inout IntentNote) throws(StorageError) {
        guard let identity = try FileIdentity(of: path(of: file)), !note.steps.contains(where: { $0.from == file }) else {
            return
        }
        let hidden = Self.hiddenName(".dicta-gone-")
        note.steps.append(.init(from: file, to: hidden, file: identity))
        note.remains.append(hidden)
    }

    /// Writes the bytes to a hidden draft, which is synced before the note. Errors name `target`, the file that it is for.
    private func keep(
        _ bytes: [UInt8], for target: String, like kept: FileMode?, _ note: inout IntentNote
    ) throws(StorageError) -> (file: String, identity: FileIdentity) {
        let path = try Self.writeTemporary(bytes, for: Place(target), like: kept).path
        let file = path.droppingBytes(first: folder.utf8.count + 1)
        note.drafts.append(file)
        guard let identity = try FileIdentity(of: path) else { throw .missing(path: path) }
        return (file, identity)
    }
}
