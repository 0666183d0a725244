// Moves unreadable files to quarantine. One owner at a time; blocks on the disk.
import Dictation
import System

extension Library {
    /// Folder for files that cannot be read.
    static let quarantineFolder = "_Corrupted"

    /// Moves a file of the library to quarantine, writes the reason to `NAME.reason.txt` beside it, and returns the new path.
    /// No file is ever deleted. Blocks.
    @discardableResult
    func quarantine(_ file: String, because reason: String) throws(StorageError) -> String {
        let shelf = try Shelf.make("\(folder)/\(Self.quarantineFolder)", mode: LibraryAccess.current.folders)
        // A hidden file becomes visible in quarantine.
        let shown = file.hasBytes(first: ".") ? file.droppingBytes(first: 1) : file
        var place = try shelf.place(shown)
        var reasons = try shelf.place(shown + Self.reasonEnding)
        var number = 2
        while place.isTaken || reasons.isTaken {
            place = try shelf.place("\(shown) (\(number))")
            reasons = try shelf.place("\(shown) (\(number))\(Self.reasonEnding)")
            number += 1
        }
        // The reason is written first: after a crash in between it names a file that is still in its old place.
        let words = "\(Timestamp.now.iso8601)\n\(folder)/\(file)\n\(reason)\n"
        try Self.replace(reasons, with: Array(words.utf8))
        try Place("\(folder)/\(file)").move(to: place)
        try Folder.sync(folder)
        try shelf.sync()
        return place.path
    }
}
