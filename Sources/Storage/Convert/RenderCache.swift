// Files that edited recordings were rendered to. One owner at a time; blocks on the disk.
public import Dictation
import System

/// Cache of edited recordings as one file each, for programs that read only files: hooks, scripts, media applets.
///
/// Each file is in a folder of its own, `RECORDING-STATE/NAME.wav`, so that it bears the recording's name. The folder's name
/// holds all that the file depends on: a file of an earlier state is never found again. The folder on the disk is the only
/// state, so a file is found again after a restart.
public struct RenderCache: Sendable {
    /// Folder of the cache.
    public let folder: String
    /// Highest number of bytes in the cache; the newest file stays whatever its size.
    let limit: Int64

    /// Seconds for which a file stays after its last use: a program that was given its path may wait for its turn.
    static let grace = 3600
    /// Hidden file beside a rendered file whose recording has another name now; holds the owner under that name.
    private static let leftMark = ".left"

    /// Makes a cache without touching the disk. Any thread.
    public init(folder: String = standardFolder, limit: Int64 = 2_000_000_000) {
        self.folder = folder
        self.limit = limit
    }

    /// Standard folder: `$XDG_CACHE_HOME/dicta/rendered`, else the same in `~/.cache`. Any thread.
    public static var standardFolder: String { CacheFolder.path("rendered") }

    /// Path of a file that is all that is heard of a recording: its own file if that is the whole timeline, otherwise the
    /// rendered file, which then counts as used. Nil if there is none. Blocks.
    public func find(_ recording: Recording, in library: Library) throws(StorageError) -> String? {
        if let whole = recording.wholeSegment { return library.path(of: whole.file) }
        guard try CacheFolder.find(folder) != nil, let entry = try Shelf(try entry(of: recording, in: library), isPrivate: true)
        else { return nil }
        // The file gets its name once it is complete.
        guard let name = try entry.names().first(where: { Library.splitName($0).base == recording.name }) else { return nil }
        let place = try entry.place(name)
        guard try place.status()?.isFile == true else { return nil }
        place.touch()
        try entry.place(Self.leftMark).removeQuietly()
        return place.path
    }

    /// Path for the rendered file of a recording as it is now. Blocks.
    public func place(
        of recording: Recording, in library: Library, fileExtension: String
    ) throws(StorageError) -> String {
        "\(try entry(of: recording, in: library))/\(recording.name).\(fileExtension)"
    }

    /// The folder of a file that is being rendered. As long as this lives, no program takes the folder for one that was left.
    public struct Workplace: Sendable {
        /// The folder, with a lock that others may have too.
        fileprivate let shelf: Shelf
    }

    /// Makes the folder for a rendered file, which only its owner can read.
    public func makeFolder(for path: String) throws(StorageError) -> Workplace {
        _ = try CacheFolder.shelf(at: folder)
        while true {
            let shelf = try Shelf.make(Folder.parent(of: path), mode: 0o700, isPrivate: true)
            do throws(SystemError) {
                guard try File.lock(shelf.descriptor, shared: true) else {
                    // Another program removes the folder at this moment.
                    ThisProcess.sleep(milliseconds: 1)
                    continue
                }
            } catch {
                // A disk without locks.
            }
            if FileStatus.hasName(shelf.descriptor) { return Workplace(shelf: shelf) }
        }
    }

    /// Gives up the rendered files of a recording that is called `newName` now: each goes once nobody has used it for an hour,
    /// since a program that was given its path may wait for its turn, or with the recording.
    public func leave(_ name: String, for newName: String, in library: Library) {
        let owner = Array(Self.owner(newName, library).utf8)
        for entry in entries() where belongs(entry, to: Self.owner(name, library)) {
            do throws(StorageError) {
                guard let place = try shelf(entry.name)?.place(Self.leftMark) else { continue }
                try Library.replace(place, with: owner)
            } catch {
                // A file that cannot be left to the new name would outlive its recording.
                remove(entry.name)
            }
        }
        removeLeft()
    }

    /// Removes all rendered files of a recording, with those of its earlier names.
    public func forget(_ name: String, in library: Library) {
        let owner = Self.owner(name, library)
        for entry in entries() where belongs(entry, to: owner) { remove(entry.name) }
        removeLeft()
    }

    /// Removes files whose recording has another name now, and that nobody has used for an hour.
    public func removeLeft() {
        let old = Timestamp.now.earlier(by: Self.grace)
        for entry in entries() where entry.heir != nil && entry.used < old { remove(entry.name, unusedSince: old) }
    }

    /// True if the file belongs to a recording: it was left to its name, or rendered under it and left to no other.
    private func belongs(_ entry: Entry, to owner: String) -> Bool {
        entry.heir.map { $0 == owner } ?? entry.name.hasPrefix(owner + "-")
    }

    /// Removes files of earlier states of the same recording, and the least recently used ones while the cache is too large;
    /// never `kept`, and none that was used within the last hour.
    public func prune(keeping kept: String) throws(StorageError) {
        let own = Folder.parent(of: kept).lastPart
        let owner = own.prefix { $0 != "-" } + "-"
        let old = Timestamp.now.earlier(by: Self.grace)
        let all = entries()
        var total = all.reduce(Int64(0)) { $0.boundedSum($1.bytes) }
        for entry in all.sorted(by: { $0.used < $1.used }) where entry.name != own && entry.used < old {
            guard entry.name.hasPrefix(owner) || entry.isEmpty || entry.heir != nil || total > limit else { continue }
            if remove(entry.name, unusedSince: old) { total -= entry.bytes }
        }
    }

    // MARK: Parts

    /// One rendered file with its folder.
    private struct Entry {
        let name: String
        let bytes: Int64
        let used: Timestamp
        /// True for a folder in which no file was completed.
        let isEmpty: Bool
        /// Owner under the name that its recording has now; nil if the name is the same. Empty if it is not known.
        let heir: String?
    }

    /// The folders of the cache; none if it cannot be read. Folders that vanish meanwhile are left out, and so is what does not bear
    /// a name that `entry(of:in:)` makes: its files are not this program's to remove.
    private func entries() -> [Entry] {
        guard let names = try? CacheFolder.find(folder)?.names() else { return [] }
        return names.compactMap { name in
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 32 && UInt128($0, radix: 16) != nil }) else { return nil }
            do throws(StorageError) {
                return try shelf(name).map { (shelf) throws(StorageError) in try entry(name, shelf) }
            } catch {
                return nil
            }
        }
    }

    private func entry(_ name: String, _ shelf: Shelf) throws(StorageError) -> Entry {
        let file = try shelf.names().first
        var used = try FileStatus(of: shelf.descriptor, path: shelf.path)
        if let file, let status = try shelf.place(file).status() { used = status }
        return Entry(
            name: name, bytes: file == nil ? 0 : used.bytes, used: used.modified, isEmpty: file == nil, heir: try heir(shelf))
    }

    /// The folder of an entry; nil if there is none. Open for a moment only: there may be more entries than a process may have
    /// descriptors.
    private func shelf(_ entry: String) throws(StorageError) -> Shelf? {
        guard try CacheFolder.find(folder) != nil else { return nil }
        return try Shelf("\(folder)/\(entry)", isPrivate: true)
    }

    /// The owner to which a file was left; nil if it was not left.
    private func heir(_ shelf: Shelf) throws(StorageError) -> String? {
        do throws(StorageError) {
            return String(decoding: try shelf.place(Self.leftMark).contents(), as: UTF8.self)
        } catch .missing {
            return nil
        }
    }

    /// Removes a folder with its file. With `old` only one that was not used since, and in which nothing is rendered; a hidden file
    /// that another machine writes to stays then. Returns true if the folder is gone.
    @discardableResult
    private func remove(_ name: String, unusedSince old: Timestamp? = nil) -> Bool {
        do throws(StorageError) {
            guard let shelf = try shelf(name) else { return true }
            if let old {
                guard try FileLock.take(shelf.descriptor, path: shelf.path), try entry(name, shelf).used < old else {
                    return false
                }
            }
            for file in try shelf.names(hidden: true) {
                let place = try shelf.place(file)
                if old != nil, file.hasPrefix(TemporaryFile.exportPrefix) {
                    _ = try Library.clearTemporary(place)
                } else if try place.status()?.isFolder != true {
                    place.removeQuietly()
                }
            }
            Place(shelf.path).removeFolderQuietly()
            return !FileStatus.hasName(shelf.descriptor)
        } catch {
            return false
        }
    }

    /// Folder of the recording's rendered file: a hash of its library and name, and one of all that its file depends on.
    private func entry(of recording: Recording, in library: Library) throws(StorageError) -> String {
        var parts = [recording.title, recording.artist, recording.note, recording.created, String(recording.rate)]
        for span in recording.timeline.spans { parts += [span.segment, String(span.first), String(span.length)] }
        for segment in recording.timeline.segments {
            let status = try FileStatus(of: library.path(of: segment))
            parts += [String(status.bytes), String(status.modified.mark)]
        }
        for marker in recording.markers { parts += [String(marker.frame), marker.name, marker.note] }
        let state = DecodeKey.hash(text: parts.joined(separator: "\u{0}"))
        return "\(folder)/\(Self.owner(recording.name, library))-\(state)"
    }

    private static func owner(_ name: String, _ library: Library) -> String {
        DecodeKey.hash(text: "\(library.folder)\u{0}\(name)")
    }
}
