// Second copies of sidecars. Holder of the library's lock only, unless noted; blocks on the disk.
import Dictation
public import Messages
import System

extension Library {
    /// Hidden folder with a copy of each sidecar, under the sidecar's name.
    static let copyFolder = ".sidecars"

    /// The folder of the copies; nil if there is none. Throws for a link in its place, and for what is not this program's.
    func copies() throws(StorageError) -> Shelf? { try Shelf("\(folder)/\(Self.copyFolder)") }

    /// The place of the second copy of a recording's sidecar; nil if there is no copy.
    func copy(of name: String) throws(StorageError) -> Place? {
        guard let place = try copies()?.place("\(name).json"), place.isTaken else { return nil }
        return place
    }

    /// True if there is a second copy of the sidecar.
    func hasCopy(_ name: String) -> Bool { (try? copy(of: name)) ?? nil != nil }

    /// Writes the second copy of a sidecar that has just been written, in one step and with the mode of the sidecar.
    ///
    /// The copy comes after the sidecar: a crash in between leaves an older copy. A copy that cannot be written is no failure of
    /// the change, which is on the disk; it is noted once for `copyTrouble`.
    func keepCopy(_ bytes: [UInt8], of name: String) {
        do throws(StorageError) {
            let shelf = try Shelf.make("\(folder)/\(Self.copyFolder)", mode: LibraryAccess.current.folders)
            let place = try shelf.place("\(name).json")
            guard try isCopy(place) else { throw .exists(path: place.path) }
            let kept = FileMode(of: path(of: "\(name).json"))
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

    /// Removes the second copy of a sidecar that is gone: nothing of a deleted recording stays.
    func removeCopy(of name: String) {
        do throws(StorageError) {
            guard let place = try copy(of: name), try isCopy(place) else { return }
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
        var written: Set<String> = []
        for sidecar in intent.sidecars {
            guard let name = Self.nameOfSidecar(sidecar.file) else { continue }
            written.insert(name)
            keepCopy(Array(sidecar.text.utf8), of: name)
        }
        for name in intent.removals.compactMap(Self.nameOfSidecar) where !written.contains(name) { removeCopy(of: name) }
    }

    /// Brings the copies up to date with a change that another program had begun: its note knows no texts.
    func followCopies(_ note: IntentNote) {
        let files = note.steps.flatMap { [$0.from, $0.to] }.filter { !$0.hasPrefix(".") }
        for name in Set(files.compactMap(Self.nameOfSidecar)) {
            do throws(StorageError) {
                keepCopy(try Self.contents(of: path(of: "\(name).json")), of: name)
            } catch .missing {
                removeCopy(of: name)
            } catch {
                CopyTrouble.note(error, in: folder)
            }
        }
    }

    /// The reason why second copies cannot be kept in this library: once in the life of the program, then nil. Any thread.
    public func copyTrouble() -> StoredText? { CopyTrouble.take(folder) }
}
