// Moves unreadable files to quarantine. One owner at a time; blocks on the disk.
import System

extension Library {
    /// Folder for files that cannot be read.
    static let quarantineFolder = "_Corrupted"

    /// Moves a file of the library to quarantine, writes the reason to `NAME.reason.txt` beside it, and returns the new path.
    /// No file is ever deleted. Blocks.
    @discardableResult
    func quarantine(_ file: String, because reason: String) throws(StorageError) -> String {
        let shelf = "\(folder)/\(Self.quarantineFolder)"
        try Folder.create(shelf, mode: LibraryAccess.current.folders)
        // A hidden file becomes visible in quarantine.
        let shown = file.hasPrefix(".") ? String(file.dropFirst()) : file
        var place = "\(shelf)/\(shown)"
        var number = 2
        while File.exists(place) || File.exists(place + Self.reasonEnding) {
            place = "\(shelf)/\(shown) (\(number))"
            number += 1
        }
        // The reason is written first: after a crash in between it names a file that is still in its old place.
        let words = "\(Timestamp.now.iso8601)\n\(folder)/\(file)\n\(reason)\n"
        try Self.replace(place + Self.reasonEnding, with: Array(words.utf8))
        try move("\(folder)/\(file)", to: place)
        try Folder.sync(folder)
        try Folder.sync(shelf)
        return place
    }

    /// Renames a file; throws `exists` if the target is there.
    func move(_ path: String, to target: String) throws(StorageError) { try Self.moveFresh(path, to: target) }

    /// Renames a file, and throws `exists` rather than replace another one.
    static func moveFresh(_ path: String, to target: String) throws(StorageError) {
        do throws(SystemError) {
            do throws(SystemError) { return try File.renameToFree(path, to: target) } catch {
                // Some file systems cannot check and rename in one step: an empty file then takes the name first.
                guard error.code == Errno.invalid || error.code == Errno.noSuchCall else { throw error }
            }
            let claim = try File.open(target, .write, [.create, .exclusive], mode: FileMode.ordinary)
            // No data is written through the descriptor, so a failing close loses nothing.
            File.close(claim)
            do throws(SystemError) { try File.rename(path, to: target) } catch {
                Folder.removeQuietly(target)
                throw error
            }
        } catch {
            let aboutTarget = [Errno.exists, Errno.invalid, Errno.badText, Errno.nameTooLong]
            throw StorageError(
                code: error.code, operation: "rename", path: aboutTarget.contains(error.code) ? target : path)
        }
    }
}
