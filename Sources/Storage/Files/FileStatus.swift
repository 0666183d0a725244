// Kind, size and time of a file. Any thread; a value. Making it blocks on the disk.
import Glibc

/// Status of a file, links followed.
struct FileStatus {
    /// True for a folder.
    let isFolder: Bool
    /// True for a regular file.
    let isFile: Bool
    /// Length in bytes.
    let bytes: Int64
    /// Time of the last change of the contents.
    let modified: Timestamp

    /// Status of the file at a path. Blocks.
    init(of path: String) throws(StorageError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw StorageError(code: errno, operation: "look at", path: path)
        }
        self.init(status)
    }

    /// Status of an open file. Blocks.
    init(of descriptor: Int32, path: String) throws(StorageError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw StorageError(code: errno, operation: "look at", path: path)
        }
        self.init(status)
    }

    private init(_ status: stat) {
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isFile = status.st_mode & S_IFMT == S_IFREG
        bytes = Int64(status.st_size)
        modified = Timestamp(status.st_mtim)
    }
}
