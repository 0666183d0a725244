// Scans the files of a library without opening them. One owner at a time; blocks on the disk.
import Glibc

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
    }

    /// Audio files, sidecars and journals.
    private(set) var files: [(name: String, stamp: Stamp)] = []

    /// Scans a folder. Blocks.
    init(_ folder: String) throws(StorageError) {
        var found: [(name: String, stamp: Stamp)] = []
        try unsafe Self.each(in: folder) { start, stamp in
            let name = unsafe String(cString: start)
            if name.hasSuffix(".json") || name.hasSuffix(TakeJournal.ending) || Library.isAudio(name) {
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
            hasLinks = try unsafe FolderScan.each(in: folder) { start, stamp in
                var hash: UInt64 = 0xcbf2_9ce4_8422_2325
                var at = unsafe start
                while unsafe at.pointee != 0 {
                    hash = unsafe (hash ^ UInt64(UInt8(bitPattern: at.pointee))) &* 0x100_0000_01b3
                    unsafe at += 1
                }
                for number in [UInt64(bitPattern: stamp.bytes), UInt64(bitPattern: stamp.modified.mark), stamp.inode] {
                    hash = (hash ^ number) &* 0x9e37_79b9_7f4a_7c15
                    hash ^= hash >> 29
                }
                // In whatever order they come.
                sum &+= hash
                if unsafe start.pointee == CChar(UInt8(ascii: ".")) {
                    let name = unsafe String(cString: start)
                    takes.append(String(name.dropFirst().dropLast(TakeJournal.ending.count)))
                }
            }
            number = sum
            openTakes = takes
        }
    }

    /// Calls `take` for each visible file and for each journal. Returns true when there are links among the entries.
    @discardableResult
    private static func each(
        in folder: String, _ take: (UnsafePointer<CChar>, Stamp) -> Void
    ) throws(StorageError) -> Bool {
        guard let stream = unsafe opendir(folder) else { throw StorageError(code: errno, operation: "list", path: folder) }
        // Only read from.
        defer { _ = unsafe closedir(stream) }
        let descriptor = unsafe dirfd(stream)
        var hasLinks = false
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw StorageError(code: errno, operation: "list", path: folder) }
                return hasLinks
            }
            guard unsafe Int32(entry.pointee.d_type) != Int32(DT_DIR) else { continue }
            if unsafe Int32(entry.pointee.d_type) == Int32(DT_LNK) { hasLinks = true }
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { start in
                    if unsafe start.pointee == CChar(UInt8(ascii: ".")) {
                        guard unsafe String(cString: start).hasSuffix(TakeJournal.ending) else { return }
                    }
                    var status = stat()
                    // Gone since it was listed, or a link to nothing: as good as never there.
                    guard unsafe fstatat(descriptor, start, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
                    unsafe take(
                        start,
                        Stamp(bytes: Int64(status.st_size), modified: Timestamp(status.st_mtim), inode: UInt64(status.st_ino)))
                }
            }
        }
    }

    /// Common beginning of the names of all files that can belong to one recording: `memo` for `memo~2.wav`, `memo.json`,
    /// `memo.flac.json` and `.memo.take`.
    static func root(of file: String) -> String {
        var base = Library.splitName(file).base
        if file.hasPrefix("."), file.hasSuffix(TakeJournal.ending) { base.removeFirst() }
        if Library.isAudio(base) { base = Library.splitName(base).base }
        while let tilde = base.lastIndex(of: "~"), tilde != base.startIndex {
            let number = base[base.index(after: tilde)...]
            guard !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) }) else { break }
            base = String(base[..<tilde])
        }
        return base
    }
}
