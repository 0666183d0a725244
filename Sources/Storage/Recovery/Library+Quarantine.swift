// Moves unreadable files to quarantine. One owner at a time; blocks on the disk.
import CLinux
import Glibc

extension Library {
    /// Folder for files that cannot be read.
    static let quarantineFolder = "_Corrupted"

    /// Moves a file of the library to quarantine, writes the reason to `NAME.reason.txt` beside it, and returns the new path.
    /// No file is ever deleted. Blocks.
    @discardableResult
    func quarantine(_ file: String, because reason: String) throws(StorageError) -> String {
        let shelf = "\(folder)/\(Self.quarantineFolder)"
        try Folder.create(shelf)
        // A hidden file becomes visible in quarantine.
        let shown = file.hasPrefix(".") ? String(file.dropFirst()) : file
        var place = "\(shelf)/\(shown)"
        var number = 2
        while unsafe access(place, F_OK) == 0 || access("\(place).reason.txt", F_OK) == 0 {
            place = "\(shelf)/\(shown) (\(number))"
            number += 1
        }
        // The reason is written first: after a crash in between it names a file that is still in its old place.
        let words = "\(Timestamp.now.iso8601)\n\(folder)/\(file)\n\(reason)\n"
        try Self.replace("\(place).reason.txt", with: Array(words.utf8))
        try move("\(folder)/\(file)", to: place)
        try Folder.sync(folder)
        try Folder.sync(shelf)
        return place
    }

    /// Renames a file; throws `exists` if the target is there.
    func move(_ path: String, to target: String) throws(StorageError) { try Self.moveFresh(path, to: target) }

    /// Renames a file, and throws `exists` rather than replace another one.
    static func moveFresh(_ path: String, to target: String) throws(StorageError) {
        // 1 is RENAME_NOREPLACE, which the header declares for GNU programs only.
        if unsafe renameat2(AT_FDCWD, path, AT_FDCWD, target, 1) == 0 { return }
        func refusal(_ code: Int32) -> StorageError {
            let isAboutTarget = [EEXIST, EINVAL, EILSEQ, ENAMETOOLONG].contains(code)
            return StorageError(code: code, operation: "rename", path: isAboutTarget ? target : path)
        }
        // Some file systems do not know the flag; there an empty file claims the name first.
        guard errno == EINVAL || errno == ENOSYS else { throw refusal(errno) }
        let claim = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FileMode.ordinary)
        guard claim >= 0 else { throw refusal(errno) }
        // No data is written through the descriptor, so a failing close loses nothing.
        _ = close(claim)
        guard unsafe rename(path, target) == 0 else {
            let error = refusal(errno)
            Folder.removeQuietly(target)
            throw error
        }
    }
}
