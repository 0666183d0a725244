// Replaces files in one step, and makes temporary files. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import System
import Words

extension Library {
    /// Replaces the contents of a file in one step: temporary file beside it, sync, rename, sync of the folder. Permissions are
    /// kept, unless the file is to be `secret`; a new file gets those of the file `other`.
    static func replace(
        _ path: String, with bytes: [UInt8], isSecret: Bool = false, like other: String? = nil
    ) throws(StorageError) {
        let folder = Folder.parent(of: path)
        let kept = isSecret ? nil : FileMode(of: path) ?? other.flatMap(FileMode.init(of:))
        let temporary = try writeTemporary(
            bytes, for: path, mode: isSecret ? FileMode.secret : FileMode.ordinary, like: kept)
        do throws(StorageError) { try onDisk("replace", path, File.rename(temporary, to: path)) } catch {
            Folder.removeQuietly(temporary)
            throw error
        }
        try Folder.sync(folder)
    }

    /// Writes a hidden file beside `target`, whose name it is to get, and returns its path. The contents are on the disk; the
    /// folder entry may not be yet. Errors name the target.
    static func writeTemporary(
        _ bytes: [UInt8], for target: String, mode: UInt32 = FileMode.ordinary, like kept: FileMode? = nil
    ) throws(StorageError) -> String {
        let (descriptor, temporary) = try makeTemporary(in: Folder.parent(of: target), mode: kept?.initial ?? mode)
        // The lock tells recovery that the file is in use; nobody else knows its name, so the lock cannot be refused.
        _ = try? File.lock(descriptor)
        do throws(StorageError) {
            do throws(StorageError) {
                try write(bytes, to: descriptor, path: target)
                try kept?.give(to: descriptor, path: target)
                try onDisk("sync", target, File.sync(descriptor))
            } catch {
                File.close(descriptor)
                throw error
            }
            try onDisk("close", target, File.finish(descriptor))
        } catch {
            Folder.removeQuietly(temporary)
            throw error
        }
        return temporary
    }

    /// Most bytes of a file with metadata, by its name.
    static func mostBytes(of path: String) -> Int {
        path.hasSuffix(transcriptEnding) || path.hasSuffix(diaryEnding) ? Transcript.mostBytes : Recording.mostBytes
    }

    /// Reads a file that is no longer than a sidecar or a transcript can be: a wrong file must not use up the memory. `limit` is
    /// another limit in bytes. Throws `badMetadata`.
    static func contents(of path: String, atMost limit: Int? = nil) throws(StorageError) -> [UInt8] {
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // Opened for reading only: a failing close loses nothing.
        defer { File.close(descriptor) }
        return try contents(of: descriptor, path: path, atMost: limit)
    }

    /// Reads an open file from its start, with the same limits.
    static func contents(
        of descriptor: Int32, path: String, atMost limit: Int? = nil
    ) throws(StorageError) -> [UInt8] {
        let status = try FileStatus(of: descriptor, path: path)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile, status.bytes <= limit ?? mostBytes(of: path) else {
            throw .badMetadata(path: path, reason: tr("it is not a regular file of reasonable size"))
        }
        return try onDisk("read", path, File.read(descriptor, at: 0, count: Int(status.bytes)))
    }

    /// Makes a hidden file, so no listing takes one left by a crash for a recording. The kernel subtracts the umask from
    /// `mode`. Returns the descriptor and the path.
    static func makeTemporary(
        in folder: String, prefix: String = ".dicta-", mode: UInt32 = FileMode.ordinary
    ) throws(StorageError) -> (Int32, String) {
        while true {
            let path = "\(folder)/\(hiddenName(prefix))"
            do throws(SystemError) {
                return (try File.open(path, .readWrite, [.create, .exclusive, .noLink], mode: mode), path)
            } catch {
                guard error.code == Errno.exists || error.code == Errno.interrupted else {
                    throw StorageError(code: error.code, operation: "write in the folder", path: folder)
                }
            }
        }
    }

    /// Returns a hidden name with a random part, which no other file has.
    static func hiddenName(_ prefix: String = ".dicta-") -> String {
        prefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    /// Writes all bytes to an open file.
    static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StorageError) {
        try onDisk("write", path, File.write(descriptor, bytes))
    }
}
