// Second copies of sidecars and transcripts. Holder of the library's lock only, unless noted; blocks on the disk.
import Dictation
public import Messages
import System

extension Library {
    /// Hidden folder with a copy of each sidecar and each transcript, under the names of the files.
    static let copyFolder = ".sidecars"

    /// True for a file that has a second copy. Any thread.
    static func isCopied(_ file: String) -> Bool { nameOfSidecar(file) != nil || file.hasBytes(last: transcriptEnding) }

    /// The folder of the copies; nil if there is none. Throws for a link in its place, and for what is not this program's.
    func copies() throws(StorageError) -> Shelf? { try Shelf("\(folder)/\(Self.copyFolder)") }

    /// The place of the second copy of a file; nil if there is no copy.
    func copy(of file: String) throws(StorageError) -> Place? {
        guard let place = try copies()?.place(file), place.isTaken else { return nil }
        return place
    }

    /// True if there is a second copy of the file.
    func hasCopy(of file: String) -> Bool { (try? copy(of: file)) ?? nil != nil }

    /// Writes the second copy of a file that has just been written, in one step and with the mode of the file.
    ///
    /// The copy comes after the file: a crash in between leaves an older copy. A copy that cannot be written is no failure of
    /// the change, which is on the disk; it is noted once for `copyTrouble`.
    func keepCopy(_ bytes: [UInt8], of file: String) {
        do throws(StorageError) {
            let shelf = try Shelf.make("\(folder)/\(Self.copyFolder)", mode: LibraryAccess.current.folders)
            let place = try shelf.place(file)
            guard try isCopy(place) else { throw .exists(path: place.path) }
            let kept = FileMode(of: path(of: file))
            try Self.putIn(place, try Self.writeTemporary(bytes, for: place, like: kept))
        } catch {
            CopyTrouble.note(error, in: folder)
        }
    }

    /// False for a file that no version of this program writes: the folder may have belonged to another program before.
    private func isCopy(_ place: Place) throws(StorageError) -> Bool {
        guard let status = try place.status(), status.isFile, status.bytes > 0 else { return true }
        let descriptor = try place.open("open", .read)
        defer { File.close(descriptor) }
        let bytes = try onDisk("read", place.path, File.read(descriptor, at: 0, count: 4096))
        // A power loss leaves zeros.
        return bytes.allSatisfy { $0 == 0 } || String(decoding: bytes, as: UTF8.self).contains("\"schema\"")
    }

    /// Removes the second copies of a recording that is gone: nothing of a deleted recording stays.
    func removeCopies(of name: String) {
        for file in ["\(name).json", Self.transcriptFile(name)] { removeCopy(of: file) }
    }

    /// Removes the second copy of a file that is gone.
    func removeCopy(of file: String) {
        do throws(StorageError) {
            guard let place = try copy(of: file), try isCopy(place) else { return }
            try place.remove()
            try place.syncFolder()
        } catch .missing {
            // Another program was quicker.
        } catch {
            CopyTrouble.note(error, in: folder)
        }
    }

    /// Brings the copies up to date with a change that was carried out.
    func followCopies(_ intent: Intent) {
        for move in intent.moves { moveCopy(move.from, to: move.to) }
        let written = intent.sidecars.filter { Self.isCopied($0.file) }
        for sidecar in written { keepCopy(Array(sidecar.text.utf8), of: sidecar.file) }
        for file in Set(intent.removals.filter(Self.isCopied)).subtracting(written.map(\.file)) { removeCopy(of: file) }
    }

    /// Brings the copies up to date with a change that another program had begun: its note knows no texts.
    func followCopies(_ note: IntentNote) {
        for step in note.steps { moveCopy(step.from, to: step.to) }
        let moved = Set(note.steps.filter { Self.isMoved($0.from, to: $0.to) }.map(\.to))
        let files = Set(note.steps.flatMap { [$0.from, $0.to] }.filter { !$0.hasBytes(first: ".") && Self.isCopied($0) })
        for file in files.subtracting(moved) {
            do throws(StorageError) {
                keepCopy(try Self.contents(of: path(of: file)), of: file)
            } catch .missing {
                removeCopy(of: file)
            } catch {
                CopyTrouble.note(error, in: folder)
            }
        }
    }

    /// True for the change of name of a transcript that cannot be read: all others are written anew.
    private static func isMoved(_ file: String, to target: String) -> Bool {
        file.hasBytes(last: transcriptEnding) && target.hasBytes(last: transcriptEnding)
    }

    /// Gives the copy of a transcript that cannot be read the new name of the transcript.
    private func moveCopy(_ file: String, to target: String) {
        guard Self.isMoved(file, to: target) else { return }
        do throws(StorageError) {
            guard let place = try copy(of: file), try isCopy(place), let shelf = try copies() else { return }
            removeCopy(of: target)
            try place.move(to: try shelf.place(target))
            try place.syncFolder()
        } catch .missing {
            // Another program was quicker.
        } catch {
            CopyTrouble.note(error, in: folder)
        }
    }

    /// The reason why second copies cannot be kept in this library: once in the life of the program, then nil. Any thread.
    public func copyTrouble() -> StoredText? { CopyTrouble.take(folder) }
}
