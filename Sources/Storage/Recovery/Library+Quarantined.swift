// The files in quarantine: listed, restored, discarded. One owner at a time; blocks on the disk.
import Dictation
import System

extension Library {
    /// Ending of the file with the reason, beside each file in quarantine.
    static let reasonEnding = ".reason.txt"

    /// The folder of the quarantine; nil if there is none.
    private func quarantineShelf() throws(StorageError) -> Shelf? { try Shelf("\(folder)/\(Self.quarantineFolder)") }

    /// The files in quarantine, by name. Blocks.
    public func quarantined() throws(StorageError) -> [QuarantinedFile] {
        guard let shelf = try quarantineShelf() else { return [] }
        let names = try shelf.names()
        // A reason without its file is left of a crash in between.
        let reasons = Set(
            names.filter {
                $0.hasBytes(last: Self.reasonEnding) && names.contains($0.droppingBytes(last: Self.reasonEnding.utf8.count))
            })
        var found: [QuarantinedFile] = []
        for file in names.sorted() where !reasons.contains(file) && !file.hasBytes(last: Self.reasonEnding) {
            do throws(StorageError) { found.append(try describe(file, shelf)) } catch .missing {
                // Another program has taken it away meanwhile.
            }
        }
        return found
    }

    /// Describes a file by its reason: the lines are the time, the path that the file had, and the reason.
    private func describe(_ file: String, _ shelf: Shelf) throws(StorageError) -> QuarantinedFile {
        let place = try shelf.place(file)
        guard let bytes = try place.status()?.bytes else { throw .missing(path: place.path) }
        var text = ""
        do throws(StorageError) {
            text = String(decoding: try shelf.place(file + Self.reasonEnding).contents(), as: UTF8.self)
        } catch {
            // Without its reason a file is listed all the same.
        }
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let isWhole = lines.count == 3 && Timestamp(iso8601: lines[0]) != nil
        let original = isWhole ? lines[1].lastPart : file
        let reason = isWhole ? lines[2].split(whereSeparator: \.isNewline).joined(separator: " ") : ""
        return QuarantinedFile(
            file: file, original: original,
            recording: FolderScan.root(of: original.hasBytes(first: ".") ? original.droppingBytes(first: 1) : original),
            reason: reason,
            moved: isWhole ? lines[0] : "", bytes: bytes)
    }

    /// The file in quarantine of that name, and its folder. Throws `.missing`.
    private func quarantined(_ file: String) throws(StorageError) -> (QuarantinedFile, Shelf) {
        let isPlain = !file.isEmpty && !file.hasSlash && !file.hasBytes(first: ".") && !file.hasBytes(last: Self.reasonEnding)
        guard isPlain, let shelf = try quarantineShelf() else {
            throw .missing(path: "\(folder)/\(Self.quarantineFolder)/\(file)")
        }
        return (try describe(file, shelf), shelf)
    }

    /// Puts a file of the quarantine back under the name that it had, or the next free one like it, and returns that name and
    /// its size in bytes. No file is overwritten. Blocks. Throws `.missing`, and `.busy` or `.leftOpen` while a take of its recording is
    /// open.
    public func restoreQuarantined(_ file: String) throws(StorageError) -> (name: String, bytes: Int64) {
        let lock = try LibraryLock(self)
        let (found, shelf) = try quarantined(file)
        try lock.refuseStuck(found.recording, [found.original])
        if TakeJournal.name(found.original) == nil { try refuseOpenTake(found.recording) }
        var target = found.original
        var number = 2
        while true {
            if !exists(target) {
                do throws(StorageError) {
                    try shelf.place(file).move(to: Place(path(of: target)))
                    break
                } catch .exists {
                    // Another program has taken the name just now.
                }
            }
            target = Self.numbered(found.original, number)
            number += 1
        }
        try Folder.sync(folder)
        forgetReason(of: file, shelf)
        return (target, found.bytes)
    }

    /// Deletes a file of the quarantine for good, with its reason, and returns its size in bytes. Blocks. Throws `.missing`.
    public func discardQuarantined(_ file: String) throws(StorageError) -> Int64 {
        let lock = try LibraryLock(self)
        let (found, shelf) = try quarantined(file)
        try lock.refuseStuck(found.recording, [file])
        try shelf.place(file).remove()
        try shelf.sync()
        forgetReason(of: file, shelf)
        return found.bytes
    }

    /// Removes the reason of a file that is no longer in quarantine, and the folder once it is empty.
    private func forgetReason(of file: String, _ shelf: Shelf) {
        (try? shelf.place(file + Self.reasonEnding))?.removeQuietly()
        // A folder that is not empty stays.
        Place(shelf.path).removeFolderQuietly()
    }

    /// A file name with a number before its ending; a hidden name stays hidden.
    private static func numbered(_ file: String, _ number: Int) -> String {
        let (base, ending) = splitName(file)
        return ending.isEmpty ? "\(base) (\(number))" : "\(base) (\(number)).\(ending)"
    }
}
