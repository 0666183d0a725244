// Entries of the decode cache, and their removal. One owner at a time; blocks on the disk.
import Dictation
import System

extension DecodeCache {
    /// One decoded file. Its name contains its length, because a file can be incomplete after a power loss.
    struct Entry {
        /// Place of the decoded file.
        let place: Place
        /// Key of the source file, see `DecodeKey`.
        let key: String
        /// Length in bytes.
        let bytes: Int64
        /// Time of the last use.
        let used: Timestamp

        /// Path of the decoded file.
        var path: String { place.path }
    }

    /// Name of a decoded file.
    static func name(key: String, bytes: Int64) -> String { "\(key)-\(bytes).wav" }

    /// Ending of unfinished files.
    static let partEnding = ".part"

    /// Complete entries; none when the folder does not exist yet. Removes incomplete ones.
    func entries() throws(StorageError) -> [Entry] {
        guard let shelf = try shelf() else { return [] }
        var entries: [Entry] = []
        for name in try shelf.names() where name.hasSuffix(".wav") {
            let parts = name.dropLast(4).split(separator: "-")
            let place = try shelf.place(name)
            guard parts.count == 2, let bytes = Int64(parts[1]), let status = status(place) else { continue }
            if status.bytes == bytes {
                entries.append(Entry(place: place, key: String(parts[0]), bytes: bytes, used: status.modified))
            } else {
                place.removeQuietly()
            }
        }
        return entries
    }

    /// Removes the least recently used entries while the cache is too large, but never `kept`. Unfinished files of a killed
    /// engine are removed an hour after their last write.
    func prune(keeping kept: String) throws(StorageError) {
        guard let shelf = try shelf() else { return }
        let old = Timestamp.now.earlier(by: 3600)
        for name in try shelf.names() where name.hasSuffix(Self.partEnding) {
            let place = try shelf.place(name)
            guard let status = status(place), status.modified < old else { continue }
            place.removeQuietly()
        }
        let all = try entries()
        var total = all.reduce(Int64(0)) { $0.boundedSum($1.bytes) }
        for entry in all.sorted(by: { $0.used < $1.used }) where total > limit && entry.path != kept {
            entry.place.removeQuietly()
            total -= entry.bytes
        }
    }

    /// Status of a plain file; nil for another, and when another engine has removed it in the meantime.
    private func status(_ place: Place) -> FileStatus? {
        guard let status = try? place.status(), status.isFile else { return nil }
        return status
    }
}
