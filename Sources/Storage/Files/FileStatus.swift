// Any thread; a value.
import Glibc

/// What the file system says of a path, links followed.
struct FileStatus {
    let isFolder: Bool
    let isFile: Bool
    let bytes: Int64
    /// Last change of the contents.
    let modified: Timestamp

    init(of path: String) throws(StorageError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw StorageError(code: errno, operation: "look at", path: path)
        }
        self.init(status)
    }

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
