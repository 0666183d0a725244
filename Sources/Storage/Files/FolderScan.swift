// Scans the files of a library without opening them. One owner at a time; blocks on the disk.
import Dictation
import System

/// The files of a library with their size, time and inode. No file is opened.
struct FolderScan {
    /// State of a file. A replaced sidecar has another inode, even with the same size and time.
    struct Stamp: Hashable {
        /// Length in bytes.
        var bytes: Int64
        /// Time of the last change.
        var modified: Timestamp
        /// Inode number.
        var inode: UInt64

        /// A state that no file has.
        static let unread = Stamp(bytes: -1, modified: Timestamp(seconds: 0, nanoseconds: 0), inode: 0)
    }

    /// Audio files, sidecars and journals.
    private(set) var files: [(name: String, stamp: Stamp)] = []

    /// Scans a folder. Blocks.
    init(_ folder: String) throws(StorageError) {
        var found: [(name: String, stamp: Stamp)] = []
        try Self.each(in: folder) { entry, stamp in
            let name = entry.name
            // A diary file is made from the other files of its recording.
            if name.hasBytes(last: Library.diaryEnding) { return }
            if name.hasBytes(last: ".json") || name.hasBytes(last: TakeJournal.ending) || Library.isAudio(name) {
                found.append((name, stamp))
            }
        }
        files = found
    }

    /// A single number for the state of the whole folder, at a tenth of the cost of a scan. Any change changes the number.
    struct Fingerprint {
        /// The number, independent of the order of the files.
        var number: UInt64 = 0
        /// Names of recordings whose take is being written or was left open.
        var openTakes: [String] = []
        /// True when the folder has links, whose targets lie elsewhere and are not watched.
        var hasLinks = false

        /// Looks at all files. Blocks.
        init(_ folder: String) throws(StorageError) {
            var sum: UInt64 = 0
            var takes: [String] = []
            hasLinks = try FolderScan.each(in: folder) { entry, stamp in
                var hash = entry.nameHash
                for number in [UInt64(bitPattern: stamp.bytes), UInt64(bitPattern: stamp.modified.mark), stamp.inode] {
                    hash = (hash ^ number) &* 0x9e37_79b9_7f4a_7c15
                    hash ^= hash >> 29
                }
                // A sum does not depend on the order of the files.
                sum &+= hash
                if entry.isHidden, let name = TakeJournal.name(entry.name) { takes.append(name) }
            }
            number = sum
            openTakes = takes
        }
    }

    /// Calls `take` for each visible file and for each journal. Returns true when there are links among the entries.
    @discardableResult
    private static func each(
        in folder: String, _ take: (borrowing FolderEntry, Stamp) -> Void
    ) throws(StorageError) -> Bool {
        var hasLinks = false
        func look(_ entry: borrowing FolderEntry) {
            guard !entry.isFolder else { return }
            if entry.isLink { hasLinks = true }
            guard !entry.isHidden || entry.name.hasBytes(last: TakeJournal.ending) else { return }
            // A file that was removed meanwhile, or a link without a target, counts as missing.
            guard let status = entry.status, status.isFile else { return }
            take(entry, Stamp(bytes: status.bytes, modified: status.modified, inode: status.identity.inode))
        }
        try onDisk("list", folder, FolderEntry.each(in: folder, look))
        return hasLinks
    }

    /// Common beginning of the names of all files that can belong to one recording: `memo` for `memo~2.wav`, `memo.json`,
    /// `memo.flac.json`, `memo.transcript.json` and `.memo.take`.
    static func root(of file: String) -> String {
        var base = Library.splitName(file).base
        if file.hasBytes(last: Library.transcriptEnding) || file.hasBytes(last: Library.diaryEnding) {
            base = Library.splitName(base).base
        }
        if TakeJournal.name(file) != nil { base = base.droppingBytes(first: 1) }
        if Library.isAudio(base) { base = Library.splitName(base).base }
        while let tilde = base.lastIndex(ofByte: "~"), tilde != base.startIndex {
            let number = base.utf8[tilde...].dropFirst()
            guard !number.isEmpty, number.allSatisfy({ (48...57).contains($0) }) else { break }
            base = String(base[..<tilde])
        }
        return base
    }
}
