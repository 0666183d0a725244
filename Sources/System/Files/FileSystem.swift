// Disks. Any thread; a network disk may block.
internal import CLinux
internal import Glibc

/// File systems, asked by a path on them.
public enum FileSystem {
    /// Magic number of the kind (statfs); nil where the path is missing.
    public static func kind(of path: String) -> UInt32? {
        var status = statfs()
        guard unsafe statfs(path, &status) == 0 else { return nil }
        return UInt32(truncatingIfNeeded: status.f_type)
    }

    /// Bytes that this user can still write, without what is kept for root, and bytes in all.
    public static func space(of path: String) throws(SystemError) -> (available: Int64, total: Int64) {
        var status = statvfs()
        while unsafe statvfs(path, &status) != 0 {
            guard errno == EINTR else { throw .last("statvfs", path) }
        }
        let block = UInt64(status.f_frsize)
        return (
            Int64(clamping: block.multipliedReportingOverflow(by: UInt64(status.f_bavail)).partialValue),
            Int64(clamping: block.multipliedReportingOverflow(by: UInt64(status.f_blocks)).partialValue)
        )
    }
}
