// One thread at a time (the library worker); blocks on the disk.
import Dictation
import Glibc

extension DecodeCache {
    /// One decoded file. Its name tells its length: after a power loss a file can be there and not be whole.
    struct Entry {
        let path: String
        let key: String
        let bytes: Int64
        /// When it was last played.
        let used: Timestamp
    }

    static func name(key: String, bytes: Int64) -> String { "\(key)-\(bytes).wav" }

    /// Unfinished ones have this ending.
    static let partEnding = ".part"

    /// Whole files; none where there is no folder yet. What is no longer whole goes.
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

    /// Makes room: the ones that were not played for longest go first, this one never. What a killed engine left unfinished
    /// goes an hour after its last byte.
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

    private func names() throws(StorageError) -> [String] {
        do throws(StorageError) {
            return try Folder.names(in: folder)
        } catch .missing {
            return []
        }
    }

    /// Nil for what another engine has removed meanwhile, which is as good as never there.
    private func status(_ path: String) -> FileStatus? {
        do throws(StorageError) { return try FileStatus(of: path) } catch { return nil }
    }
}
