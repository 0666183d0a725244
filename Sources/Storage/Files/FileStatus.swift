// State of a file, with the errors and times of this module. Any thread; a value. The initialisers may block on the disk.
import System

extension FileStatus {

    /// Reads the state of the file at a path.
    init(of path: String) throws(StorageError) {
        self = try onDisk("look at", path, FileStatus(path))
    }

    /// Reads the state of an open file. `path` is for the error only.
    init(of descriptor: Int32, path: String) throws(StorageError) {
        self = try onDisk("look at", path, FileStatus(descriptor: descriptor))
    }

    /// Time of the last change of the contents.
    var modified: Timestamp { Timestamp(seconds: modificationTime.seconds, nanoseconds: modificationTime.nanoseconds) }
}

/// Runs a system call, and turns its error into a `StorageError`. `operation` is the verb of its message, as in "create".
func onDisk<Result>(
    _ operation: String, _ path: String, _ call: @autoclosure () throws(SystemError) -> Result
) throws(StorageError) -> Result {
    do throws(SystemError) { return try call() } catch {
        throw StorageError(code: error.code, operation: operation, path: path)
    }
}
