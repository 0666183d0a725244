// Replaces files in one step, and makes temporary files. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import System
import Words

extension Library {
    /// Replaces the contents of a file in one step: temporary file beside it, sync, rename, sync of the folder. Permissions are
    /// kept, unless the file is to be `secret`; a new file gets those of the file `other`. Throws `isLink` for a link, and
    /// `unconfirmed` if only the last step fails: the file is changed then.
    static func replace(
        _ path: String, with bytes: [UInt8], isSecret: Bool = false, like other: String? = nil
    ) throws(StorageError) {
        try replace(Place(path), with: bytes, isSecret: isSecret, like: other.map(Place.init))
    }

    /// Replaces the file at a place as the other `replace` does.
    static func replace(
        _ place: Place, with bytes: [UInt8], isSecret: Bool = false, like other: Place? = nil
    ) throws(StorageError) {
        try put(place, bytes, isSecret: isSecret, like: other)
        do throws(StorageError) { try place.syncFolder() } catch {
            let reason = if case .system(_, _, let code) = error { SystemError.reason(for: code) } else { error.description }
            throw .unconfirmed(path: place.path, reason: reason)
        }
    }

    /// Replaces the file at a place without the sync of the folder.
    static func put(
        _ place: Place, _ bytes: [UInt8], isSecret: Bool = false, like other: Place? = nil
    ) throws(StorageError) {
        let kept = isSecret ? nil : FileMode(of: place) ?? other.flatMap(FileMode.init(of:))
        let mode = isSecret ? FileMode.secret : FileMode.ordinary
        try putIn(place, try writeTemporary(bytes, for: place, mode: mode, like: kept))
    }

    /// Replaces a sidecar or a transcript. Once it has its name the change is done, and all that follows from it is done too: where the
    /// disk does not confirm it, `takeDoubt` tells that.
    func replaceOwn(_ place: Place, with bytes: [UInt8], like other: Place? = nil) throws(StorageError) {
        do throws(StorageError) { try Self.replace(place, with: bytes, like: other) } catch {
            guard case .unconfirmed = error else { throw error }
            Doubts.note(error, in: folder)
        }
    }

    /// The error of a change that is done, and that the disk has not confirmed: once, then nil. Any thread.
    public func takeDoubt() -> StorageError? { Doubts.take(folder) }

    /// Gives a temporary file the place that it was written for, or removes it. Throws `isLink` for a link.
    static func putIn(_ place: Place, _ temporary: Place) throws(StorageError) {
        do throws(StorageError) {
            try place.refuseLink()
            try temporary.rename(to: place)
        } catch {
            temporary.removeQuietly()
            throw error
        }
    }

    /// Writes a hidden file beside `target`, whose name it is to get, and returns its place. The contents are on the disk; the
    /// folder entry may not be yet. Errors name the target. Throws `isLink` for a link.
    static func writeTemporary(
        _ bytes: [UInt8], for target: Place, mode: UInt32 = FileMode.ordinary, like kept: FileMode? = nil
    ) throws(StorageError) -> Place {
        try target.refuseLink()
        let (descriptor, temporary) = try makeTemporary(beside: target, mode: kept?.initial ?? mode)
        do throws(StorageError) {
            do throws(StorageError) {
                try write(bytes, to: descriptor, path: target.path)
                try kept?.give(to: descriptor, path: target.path)
                try onDisk("sync", target.path, File.sync(descriptor))
            } catch {
                File.close(descriptor)
                throw error
            }
            try onDisk("close", target.path, File.finish(descriptor))
        } catch {
            temporary.removeQuietly()
            throw error
        }
        return temporary
    }

    /// Most bytes of a file with metadata, by its name.
    static func mostBytes(of path: String) -> Int {
        // A journal has lines that its sidecar joins: pauses, gaps and markers that were renamed.
        [transcriptEnding, diaryEnding, TakeJournal.ending].contains { path.hasBytes(last: $0) }
            ? Transcript.mostBytes : Recording.mostBytes
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

    /// Makes a hidden file in the library, as the other `makeTemporary` does, unless the disk is away. Returns the descriptor and the path.
    func makeTemporary(prefix: String, mode: UInt32) throws(StorageError) -> (descriptor: Int32, path: String) {
        try checkPlace()
        let made = try Self.makeTemporary(beside: Place(path(of: "x")), prefix: prefix, mode: mode)
        return (made.descriptor, made.place.path)
    }

    /// Makes a hidden file in the folder of another, so no listing takes one left by a crash for a recording. The kernel subtracts the
    /// umask from `mode`.
    static func makeTemporary(
        beside other: Place, prefix: String = ".dicta-", ending: String = "", mode: UInt32 = FileMode.ordinary
    ) throws(StorageError) -> (descriptor: Int32, place: Place) {
        while true {
            let place = other.beside(hiddenName(prefix) + ending)
            do throws(StorageError) {
                let descriptor = try place.open("write in the folder", .readWrite, [.create, .exclusive], mode: mode)
                // The lock tells recovery that the file is in use. Until then it looks like one that was left.
                if FileLock.hold(descriptor) { return (descriptor, place) }
                File.close(descriptor)
                place.removeQuietly()
            } catch .exists {
                continue
            } catch .system(_, _, Errno.interrupted) {
                continue
            } catch .missing where !other.isOnShelf && File.exists(other.folderPath) {
                // A folder of the kernel, such as /proc, takes no files.
                throw .noPermission(path: other.folderPath)
            } catch {
                throw error.told(of: other.folderPath, insteadOf: place.path)
            }
        }
    }

    /// Digits of the random part of a hidden name, to the base 36: as many as 64 bits need.
    static let hiddenDigits = 13

    /// Returns a hidden name with a random part, which no other file has.
    static func hiddenName(_ prefix: String = ".dicta-") -> String {
        let mark = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return prefix + String(repeating: "0", count: hiddenDigits - mark.utf8.count) + mark
    }

    /// Writes all bytes to an open file.
    static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StorageError) {
        try onDisk("write", path, File.write(descriptor, bytes))
    }
}
