// State of a file, with this module's errors and times. A value; any thread. To ask may block on the disk.
import System

extension FileStatus {

    /// Status of the file at a path. Blocks.
    init(of path: String) throws(StorageError) {
        self = try onDisk("look at", path, FileStatus(path))
    }

    /// Status of an open file. Blocks.
    init(of descriptor: Int32, path: String) throws(StorageError) {
        self = try onDisk("look at", path, FileStatus(descriptor: descriptor))
    }

    /// Last change of the contents.
    var modified: Timestamp { Timestamp(seconds: modificationTime.seconds, nanoseconds: modificationTime.nanoseconds) }
}

/// A call of the system, with its error in the words of this module: `operation` is a verb for the path.
func onDisk<Result>(
    _ operation: String, _ path: String, _ call: @autoclosure () throws(SystemError) -> Result
) throws(StorageError) -> Result {
    do throws(SystemError) { return try call() } catch {
        throw StorageError(code: error.code, operation: operation, path: path)
    }
}
