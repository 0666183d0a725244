// The files in quarantine: listed, restored, discarded. One owner at a time; blocks on the disk.
import Dictation
import System

extension Library {
    /// Ending of the file with the reason, beside each file in quarantine.
    static let reasonEnding = ".reason.txt"

    private func quarantinePath(_ file: String) -> String { "\(folder)/\(Self.quarantineFolder)/\(file)" }

    /// The files in quarantine, by name. Blocks.
    public func quarantined() throws(StorageError) -> [QuarantinedFile] {
        let shelf = "\(folder)/\(Self.quarantineFolder)"
        let names: [String]
        do throws(StorageError) { names = try Folder.names(in: shelf) } catch .missing { return [] }
        // A reason without its file is left of a crash in between.
        let reasons = Set(
            names.filter { $0.hasSuffix(Self.reasonEnding) && names.contains(String($0.dropLast(Self.reasonEnding.count))) })
        var found: [QuarantinedFile] = []
        for file in names.sorted() where !reasons.contains(file) && !file.hasSuffix(Self.reasonEnding) {
            do throws(StorageError) { found.append(try describe(file)) } catch .missing {
                // Another program has taken it away meanwhile.
            }
        }
        return found
    }

    /// Describes a file by its reason: the lines are the time, the path that the file had, and the reason.
    private func describe(_ file: String) throws(StorageError) -> QuarantinedFile {
        let bytes = try FileStatus(of: quarantinePath(file)).bytes
        var text = ""
        do throws(StorageError) {
            text = String(decoding: try Self.contents(of: quarantinePath(file + Self.reasonEnding)), as: UTF8.self)
        } catch {
            // Without its reason a file is listed all the same.
        }
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let isWhole = lines.count == 3 && Timestamp(iso8601: lines[0]) != nil
        let original = isWhole ? lines[1].split(separator: "/").last.map(String.init) ?? file : file
        let reason = isWhole ? lines[2].split(whereSeparator: \.isNewline).joined(separator: " ") : ""
        return QuarantinedFile(
            file: file, original: original,
            recording: FolderScan.root(of: original.hasPrefix(".") ? String(original.dropFirst()) : original), reason: reason,
            moved: isWhole ? lines[0] : "", bytes: bytes)
    }

    /// The file in quarantine of that name. Throws `.missing`.
    private func quarantined(_ file: String) throws(StorageError) -> QuarantinedFile {
        let isPlain = !file.isEmpty && !file.contains("/") && !file.hasPrefix(".") && !file.hasSuffix(Self.reasonEnding)
        guard isPlain else { throw .missing(path: quarantinePath(file)) }
        return try describe(file)
    }

    /// Puts a file of the quarantine back under the name that it had, or the next free one like it, and returns that name. No
    /// file is overwritten. Blocks. Throws `.missing`, and `.busy` or `.leftOpen` while a take of its recording is open.
    public func restoreQuarantined(_ file: String) throws(StorageError) -> String {
        let lock = try LibraryLock(self)
        let found = try quarantined(file)
        try lock.refuseStuck(found.recording, [found.original])
        if TakeJournal.name(found.original) == nil { try refuseOpenTake(found.recording) }
        var target = found.original
        var number = 2
        while true {
            if !exists(target) {
                do throws(StorageError) {
                    try move(quarantinePath(file), to: path(of: target))
                    break
                } catch .exists {
                    // Another program has taken the name just now.
                }
            }
            target = Self.numbered(found.original, number)
            number += 1
        }
        try Folder.sync(folder)
        forgetReason(of: file)
        return target
    }

    /// Deletes a file of the quarantine for good, with its reason, and returns its size in bytes. Blocks. Throws `.missing`.
    public func discardQuarantined(_ file: String) throws(StorageError) -> Int64 {
        let lock = try LibraryLock(self)
        let found = try quarantined(file)
        try lock.refuseStuck(found.recording, [file])
        try onDisk("remove", quarantinePath(file), File.remove(quarantinePath(file)))
        try Folder.sync("\(folder)/\(Self.quarantineFolder)")
        forgetReason(of: file)
        return found.bytes
    }

    /// Removes the reason of a file that is no longer in quarantine, and the folder once it is empty.
    private func forgetReason(of file: String) {
        Folder.removeQuietly(quarantinePath(file + Self.reasonEnding))
        // A folder that is not empty stays, and so does one that cannot be removed: an empty folder harms nobody.
        try? File.removeFolder("\(folder)/\(Self.quarantineFolder)")
    }

    /// A file name with a number before its ending; a hidden name stays hidden.
    private static func numbered(_ file: String, _ number: Int) -> String {
        let (base, ending) = splitName(file)
        return ending.isEmpty ? "\(base) (\(number))" : "\(base) (\(number)).\(ending)"
    }
}
