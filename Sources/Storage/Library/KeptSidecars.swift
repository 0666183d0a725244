// The files that the sidecars of a library name. Any thread; blocks on the disk.
import Dictation

/// The files that each sidecar of a library names. While the names of the folder are kept (`NamesStay`), each sidecar is read once, and
/// again when it has changed: a cleaning of thousands of recordings takes time by their number, not by its square.
struct KeptSidecars: Sendable {
    private var watch: FolderWatch?
    /// Names of recordings whose sidecar cannot be read, with the reasons.
    private var unread: [FileName: String] = [:]
    /// The files by the names of the recordings. Files that are canonically equal are one here: on some disks they are, and a file
    /// that stays is the lesser harm.
    private var files: [FileName: Set<String>] = [:]
    /// Number of the sidecars that name a file.
    private var counts: [String: Int] = [:]

    /// Brings the sidecars up to date. Blocks.
    mutating func update(_ library: Library) throws(StorageError) {
        if let changed = watch?.changes() {
            for file in changed.map(\.text) where !file.hasBytes(first: ".") {
                if let name = Library.nameOfSidecar(file) { read(name, in: library) }
            }
            return
        }
        (unread, files, counts) = ([:], [:], [:])
        // Watched before it is read, so that no change is missed.
        watch = FolderWatch(library.folder)
        do throws(StorageError) {
            for name in try library.sidecars() { read(name, in: library) }
        } catch {
            watch = nil
            throw error
        }
    }

    /// Those of the files that another sidecar than that of `name` names. Throws `unreadOther`.
    func named(_ wanted: Set<String>, byOthersThan name: String) throws(StorageError) -> Set<String> {
        let key = FileName(text: name)
        if let reason = unread.first(where: { $0.key != key })?.value { throw .unreadOther(name: name, reason: reason) }
        return readablyNamed(wanted, byOthersThan: name).files
    }

    /// Those of the files that another readable sidecar than that of `name` names, and the names of the sidecars that cannot be read.
    func readablyNamed(_ wanted: Set<String>, byOthersThan name: String) -> (files: Set<String>, unread: [String]) {
        let own = files[FileName(text: name)] ?? []
        return (wanted.filter { counts[$0, default: 0] > (own.contains($0) ? 1 : 0) }, unread.keys.map(\.text))
    }

    /// Reads a sidecar, or forgets one that is gone.
    private mutating func read(_ name: String, in library: Library) {
        let key = FileName(text: name)
        for file in files.removeValue(forKey: key) ?? [] { counts[file, default: 0] -= 1 }
        unread[key] = nil
        do throws(StorageError) {
            let named = try library.readRecording(name).namedFiles
            files[key] = named
            for file in named { counts[file, default: 0] += 1 }
        } catch .missing {
            // A recording that was deleted meanwhile names nothing.
        } catch {
            unread[key] = error.description
        }
    }
}

extension Recording {
    /// The files that a sidecar names: those of the timeline, of undo and of redo.
    var namedFiles: Set<String> { edits.segments.union(segments.map(\.file)) }
}
