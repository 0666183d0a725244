// Changes several files completely or not at all. One owner at a time; blocks on the disk.
import Dictation
internal import Messages

extension Library {
    /// Writes a note of the change, makes the change, and removes the note. After an error nothing has changed, because
    /// finished steps are undone at once; only `halfDone` means that undoing failed too. A program that dies on the way leaves
    /// the note, and the next holder of the lock does the rest.
    func carryOut(_ intent: Intent, _ lock: borrowing LibraryLock) throws(StorageError) {
        let note = try stage(intent, lock)
        do throws(StorageError) {
            // An error before the change is undone with the note: nothing is changed.
            try Self.put(Place("\(folder)/\(IntentNote.fileName(note.name))"), note.printed)
            try Folder.sync(folder)
            try advance(note)
        } catch {
            let first = error
            do throws(StorageError) {
                try takeBack(note)
            } catch {
                throw .halfDone(name: note.name, reason: "\(first.description); \(error.description)")
            }
            throw first
        }
        // Before the note goes: a kill in between has the next program do it.
        followCopies(intent)
        finish(note)
    }

    /// The outcome of changes that were interrupted when a program died.
    struct Settlement: Sendable {
        /// Reports for the user.
        var told: [RecoveryNote] = []
        /// Changes that can be neither finished nor undone now.
        var stuck: [(note: IntentNote, reason: String)] = []
    }

    /// Finishes interrupted changes, and undoes those that meet an obstacle. Blocks. A change that is stuck does not hold up
    /// the others.
    func settle() throws(StorageError) -> Settlement {
        var settlement = Settlement()
        for file in try hiddenNames() {
            let isBack = file.hasBytes(last: IntentNote.backEnding)
            guard isBack || file.hasBytes(last: IntentNote.ending) else { continue }
            do throws(StorageError) {
                guard var note = IntentNote(parsing: try Self.contents(of: "\(folder)/\(file)")),
                    file == (isBack ? IntentNote.backName(note.name) : IntentNote.fileName(note.name))
                else {
                    try quarantine(file, because: tr("it is not the note of a change"))
                    continue
                }
                note.isCopied = try note.folder != folderInode
                settle(note, isBack: isBack, &settlement)
            } catch {
                settlement.told.append(RecoveryNote(file, .left, error.description))
            }
        }
        return settlement
    }

    private func settle(_ note: IntentNote, isBack: Bool, _ settlement: inout Settlement) {
        var reason = tr("it could not be finished")
        if !isBack {
            do throws(StorageError) {
                try advance(note)
                followCopies(note)
                finish(note)
                settlement.told.append(
                    RecoveryNote(note.name, .finished, tr("an interrupted change of its files was finished")))
                return
            } catch {
                reason = error.description
            }
        }
        do throws(StorageError) {
            try takeBack(note)
            settlement.told.append(
                RecoveryNote(note.name, .undone, tr("an interrupted change of its files was undone: \(reason)")))
        } catch {
            let words = "\(reason); \(error.description)"
            settlement.stuck.append((note, words))
            settlement.told.append(
                RecoveryNote(note.name, .left, StorageError.halfDone(name: note.name, reason: words).description))
        }
    }

    /// Inode of the library's folder; 0 if it is gone.
    var folderInode: UInt64 { get throws(StorageError) { try FileIdentity(of: folder)?.inode ?? 0 } }

    /// True if the folder has the note of a change that was begun.
    func hasIntents() throws(StorageError) -> Bool {
        try hiddenNames().contains(where: Self.isNote)
    }

    /// True for the file name of a note.
    static func isNote(_ file: String) -> Bool {
        file.hasBytes(last: IntentNote.ending) || file.hasBytes(last: IntentNote.backEnding)
    }
}
