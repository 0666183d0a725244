// The files that the sidecars of a library name. Any thread; blocks on the disk.
import Dictation
import JSON
import System

/// The files that each sidecar of a library names. While the names of the folder are kept (`NamesStay`), each sidecar is read once, and
/// again when it has changed: a cleaning of thousands of recordings takes time by their number, not by its square.
struct KeptSidecars: Sendable {
    private var watch: FolderWatch?
    /// Time up to which sidecars that nothing watches are taken as they were read, where that does.
    private var freshUntil = Moment(nanoseconds: 0)
    /// Names of recordings whose sidecar cannot be read, with the reasons.
    private var unread: [FileName: String] = [:]
    /// The files by the names of the recordings. Files that are canonically equal are one here: on some disks they are, and a file
    /// that stays is the lesser harm.
    private var files: [FileName: Set<String>] = [:]
    /// Number of the sidecars that name a file.
    private var counts: [String: Int] = [:]

    /// Brings the sidecars up to date. Blocks. With `isRough`, on a disk where nothing tells of changes, they are read again only after
    /// ten times as long as that took: each deletion of thousands would read all of them.
    mutating func update(_ library: Library, isRough: Bool = false) throws(StorageError) {
        let began = Moment.now
        if isRough, began < freshUntil { return }
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
        let now = Moment.now
        let isTold = watch?.tellsNames ?? false
        freshUntil = isTold ? began : now.later(seconds: min(60, max(2, 10 * now.seconds(since: began))))
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
            if !library.isForeign(name) { unread[key] = error.description }
        }
    }
}

extension Library {
    /// True for a JSON file of another program, which names no file of a recording: it is whole and has no key of a sidecar, and
    /// neither audio nor a second copy has its name. A folder is no sidecar either. Blocks.
    func isForeign(_ name: String) -> Bool {
        do throws(StorageError) {
            let bytes = try Self.contents(of: path(of: "\(name).json"))
            guard let tree = try? JSONTree(parsing: bytes) else { return false }
            return ["schema", "segments", "container"].allSatisfy { tree[$0] == nil } && !hasCopy(of: "\(name).json")
                && !Self.audioExtensions.contains { exists("\(name).\($0)") }
        } catch .isFolder {
            return true
        } catch {
            return false
        }
    }
}

extension Recording {
    /// The files that a sidecar names: those of the timeline, of undo and of redo.
    var namedFiles: Set<String> { edits.segments.union(segments.map(\.file)) }
}
