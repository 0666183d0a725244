// State of the files around the control socket. Any thread; one lstat.
import System

extension FileStatus {
    /// State of a path, links not followed; nil where there is no such file or it may not be looked at.
    static func unfollowed(_ path: String) -> FileStatus? { try? FileStatus(path, followsLinks: false) }
}
