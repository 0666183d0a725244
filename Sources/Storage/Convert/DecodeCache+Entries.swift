// Entries of the decode cache, and their removal. One owner at a time; blocks on the disk.
import Dictation
import System

extension DecodeCache {
    /// One decoded file. Its name contains its length, because a file can be incomplete after a power loss.
    struct Entry {
        /// Path of the decoded file.
        let path: String
        /// Key of the source file, see `DecodeKey`.
        let key: String
        /// Length in bytes.
        let bytes: Int64
        /// Time of the last use.
        let used: Timestamp
    }

    /// Name of a decoded file.
    static func name(key: String, bytes: Int64) -> String { "\(key)-\(bytes).wav" }

    /// Ending of unfinished files.
    static let partEnding = ".part"

    /// Complete entries; none when the folder does not exist yet. Removes incomplete ones.
    func entries() throws(StorageError) -> [Entry] {
        var entries: [Entry] = []
        for name in try names() where name.hasSuffix(".wav") {
            let parts = name.dropLast(4).split(separator: "-")
            guard parts.count == 2, let bytes = Int64(parts[1]), let status = status("\(folder)/\(name)") else { continue }
            if status.bytes == bytes {
                entries.append(
                    Entry(path: "\(folder)/\(name)", key: String(parts[0]), bytes: bytes, used: status.modified))
            } else {
                Folder.removeQuietly("\(folder)/\(name)")
            }
        }
        return entries
    }

    /// Removes the least recently used entries while the cache is too large, but never `kept`. Unfinished files of a killed
    /// engine are removed an hour after their last write.
    func prune(keeping kept: String) throws(StorageError) {
        let old = Timestamp.now.earlier(by: 3600)
        for name in try names() where name.hasSuffix(Self.partEnding) {
            guard let status = status("\(folder)/\(name)"), status.modified < old else { continue }
            Folder.removeQuietly("\(folder)/\(name)")
        }
        let all = try entries()
        var total = all.reduce(Int64(0)) { $0.boundedSum($1.bytes) }
        for entry in all.sorted(by: { $0.used < $1.used }) where total > limit && entry.path != kept {
            Folder.removeQuietly(entry.path)
            total -= entry.bytes
        }
    }

    /// Names of all files in the cache.
    private func names() throws(StorageError) -> [String] {
        do throws(StorageError) {
            return try Folder.names(in: folder)
        } catch .missing {
            return []
        }
    }

    /// Status of a file; nil when another engine has removed it in the meantime.
    private func status(_ path: String) -> FileStatus? {
        do throws(StorageError) { return try FileStatus(of: path) } catch { return nil }
    }
}
