// Room: Storage. One thread (the library worker); blocks on the disk.
import Glibc

/// The files of a library as the file system has them: one look at each, none is opened.
struct FolderScan {
    /// What tells one state of a file from another. A sidecar that is replaced is another inode, whatever its size and time.
    struct Stamp: Hashable {
        var bytes: Int64
        /// Nanoseconds since 1970.
        var modified: Int64
        var inode: UInt64
    }

    /// Audio and sidecars.
    private(set) var files: [(name: String, stamp: Stamp)] = []
    /// Recordings with a take that is being written, or was left open.
    private(set) var openTakes: [String] = []
    /// Somebody changes several files at once, or died over it.
    private(set) var hasIntents = false

    init(_ folder: String) throws(StorageError) {
        guard let stream = unsafe opendir(folder) else { throw StorageError(code: errno, operation: "list", path: folder) }
        // Only read from.
        defer { _ = unsafe closedir(stream) }
        let descriptor = unsafe dirfd(stream)
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw StorageError(code: errno, operation: "list", path: folder) }
                return
            }
            let type = unsafe Int32(entry.pointee.d_type)
            guard type != Int32(DT_DIR) else { continue }
            unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe take($0, in: descriptor) }
            }
        }
    }

    private mutating func take(_ start: UnsafePointer<CChar>, in folder: Int32) {
        let name = unsafe String(cString: start)
        if name.utf8.first == UInt8(ascii: ".") {
            if name.hasSuffix(TakeJournal.ending) {
                openTakes.append(String(name.dropFirst().dropLast(TakeJournal.ending.count)))
            }
            if name.hasSuffix(Intent.ending) { hasIntents = true }
            return
        }
        guard name.hasSuffix(".json") || Library.isAudio(name) else { return }
        var status = stat()
        // Gone since it was listed, or a link to nothing: as good as never there.
        guard unsafe fstatat(folder, start, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        files.append((name, Stamp(bytes: Int64(status.st_size), modified: modified, inode: UInt64(status.st_ino))))
    }

    /// What the names of all files have in common that can belong to one recording: `memo` of `memo~2.wav`, `memo.json`,
    /// `memo.flac.json`.
    static func root(of file: String) -> String {
        var base = Library.splitName(file).base
        if file.hasSuffix(".json"), Library.isAudio(base) { base = Library.splitName(base).base }
        guard let tilde = base.lastIndex(of: "~"), tilde != base.startIndex else { return base }
        let number = base[base.index(after: tilde)...]
        guard !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) }) else { return base }
        return String(base[..<tilde])
    }
}
