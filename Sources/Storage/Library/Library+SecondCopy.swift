// Second copies of sidecars. Holder of the library's lock only, unless noted; blocks on the disk.
import Dictation
public import Messages
import System

extension Library {
    /// Hidden folder with a copy of each sidecar, under the sidecar's name.
    static let copyFolder = ".sidecars"

    /// Path of the second copy of a recording's sidecar. Any thread.
    func copyPath(_ name: String) -> String { "\(folder)/\(Self.copyFolder)/\(name).json" }

    /// Writes the second copy of a sidecar that has just been written, in one step and with the mode of the sidecar.
    ///
    /// The copy comes after the sidecar: a crash in between leaves an older copy. A copy that cannot be written is no failure of
    /// the change, which is on the disk; it is noted once for `copyTrouble`.
    func keepCopy(_ bytes: [UInt8], of name: String) {
        let path = copyPath(name)
        do throws(StorageError) {
            let temporary = try writeCopy(bytes, path, like: FileMode(of: self.path(of: "\(name).json")))
            do throws(StorageError) { try onDisk("replace", path, File.rename(temporary, to: path)) } catch {
                Folder.removeQuietly(temporary)
                throw error
            }
        } catch {
            CopyTrouble.note(error, in: folder)
        }
    }

    /// Writes the hidden file of a copy, and makes the folder when it is missing.
    private func writeCopy(_ bytes: [UInt8], _ path: String, like kept: FileMode?) throws(StorageError) -> String {
        do throws(StorageError) {
            return try Self.writeTemporary(bytes, for: path, like: kept)
        } catch .missing {
            try Folder.create("\(folder)/\(Self.copyFolder)", mode: LibraryAccess.current.folders)
            return try Self.writeTemporary(bytes, for: path, like: kept)
        }
    }

    /// Removes the second copy of a sidecar that is gone: nothing of a deleted recording stays.
    func removeCopy(of name: String) {
        let path = copyPath(name)
        guard File.exists(path) else { return }
        do throws(StorageError) {
            try onDisk("remove", path, File.removeIfThere(path))
            try Folder.sync("\(folder)/\(Self.copyFolder)")
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
