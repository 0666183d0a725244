// State of the files beside the control socket. Any thread; may block on the disk for one lstat(2).
import System

extension FileStatus {
    /// State of a file, or of a symbolic link itself; nil if the file is missing or may not be reached.
    static func unfollowed(_ path: String) -> FileStatus? { try? FileStatus(path, followsLinks: false) }
}
