// One thread at a time (the library worker); blocks on the disk. Changes of several files, whole or not at all.
import Dictation
import Glibc

extension Library {
    /// Writes the change down, does it, and forgets the note. An error means that nothing has changed: what was done is taken back
    /// at once. Who dies on the way leaves the note, and whoever takes the lock next does the rest.
    func carryOut(_ intent: Intent, _ lock: borrowing LibraryLock) throws(StorageError) {
        let note = try stage(intent, lock)
        do throws(StorageError) {
            try Self.replace("\(folder)/\(IntentNote.fileName(note.name))", with: note.printed)
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
        finish(note)
    }

    /// Outcome of the changes that a program had begun when it died.
    struct Settlement: Sendable {
        var told: [RecoveryNote] = []
        /// Those that can be neither done nor taken back now.
        var stuck: [(note: IntentNote, reason: String)] = []
    }

    /// Blocks. Brings what was begun to its end, or back where something is in the way. One that is stuck keeps no other.
    func settle() throws(StorageError) -> Settlement {
        var settlement = Settlement()
        for file in try Folder.hidden(in: folder, ending: "") {
            let isBack = file.hasSuffix(IntentNote.backEnding)
            guard isBack || file.hasSuffix(IntentNote.ending) else { continue }
            do throws(StorageError) {
                guard var note = IntentNote(parsing: try Self.contents(of: "\(folder)/\(file)")),
                    file == (isBack ? IntentNote.backName(note.name) : IntentNote.fileName(note.name))
                else {
                    try quarantine(file, because: "it is no note of a change that was begun")
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
        var reason = "it was given up"
        if !isBack {
            do throws(StorageError) {
                try advance(note)
                finish(note)
                settlement.told.append(
                    RecoveryNote(note.name, .finished, "a change of its files was cut short, and is done now"))
                return
            } catch {
                reason = error.description
            }
        }
        do throws(StorageError) {
            try takeBack(note)
            settlement.told.append(
                RecoveryNote(note.name, .undone, "a change of its files was cut short, and is taken back: \(reason)"))
        } catch {
            let words = "\(reason); \(error.description)"
            settlement.stuck.append((note, words))
            settlement.told.append(
                RecoveryNote(note.name, .left, StorageError.halfDone(name: note.name, reason: words).description))
        }
    }

    var folderInode: UInt64 { get throws(StorageError) { try FileIdentity(of: folder)?.inode ?? 0 } }

    /// True where somebody has begun a change of several files.
    func hasIntents() throws(StorageError) -> Bool {
        try Folder.hidden(in: folder, ending: "").contains(where: Self.isNote)
    }

    static func isNote(_ file: String) -> Bool { file.hasSuffix(IntentNote.ending) || file.hasSuffix(IntentNote.backEnding) }
}
