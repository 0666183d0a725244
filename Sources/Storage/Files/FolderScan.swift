// One thread (the library worker); blocks on the disk.
import Glibc

/// The files of a library as the file system has them: one look at each, none is opened.
struct FolderScan {
    /// What tells one state of a file from another. A sidecar that is replaced is another inode, whatever its size and time.
    struct Stamp: Hashable {
        var bytes: Int64
        var modified: Timestamp
        var inode: UInt64
    }

    /// Audio, sidecars and journals.
    private(set) var files: [(name: String, stamp: Stamp)] = []

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

    /// All of it in one number, which is another when anything has changed: at a tenth of the cost.
    struct Fingerprint {
        var number: UInt64 = 0
        /// Recordings with a take that is being written, or was left open.
        var openTakes: [String] = []
        /// What a link leads to lies elsewhere, where nobody watches.
        var hasLinks = false

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

    /// Every file that is not hidden, and of those that are the journals.
    /// Returns whether there are links among them.
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

    /// What the names of all files have in common that can belong to one recording: `memo` of `memo~2.wav`, `memo.json`,
    /// `memo.flac.json`, `.memo.take`.
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
