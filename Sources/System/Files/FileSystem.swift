// Kind and free space of file systems. Any thread; a network file system may block.
internal import CLinux
internal import Glibc

/// Properties of the file system on which a path lies.
public enum FileSystem {
    /// Magic number of the kind of file system, as in statfs(2); nil if the path is missing or may not be reached.
    public static func kind(of path: String) -> UInt32? {
        var status = statfs()
        guard unsafe statfs(path, &status) == 0 else { return nil }
        return UInt32(truncatingIfNeeded: status.f_type)
    }

    /// Magic number of the kind of file system of an open file; nil if it cannot be told.
    public static func kind(of descriptor: Int32) -> UInt32? {
        var status = statfs()
        guard unsafe fstatfs(descriptor, &status) == 0 else { return nil }
        return UInt32(truncatingIfNeeded: status.f_type)
    }

    /// Number that a file system keeps in itself and has at each mount; nil for kinds without one, and for those that tell the number
    /// of the device for it (FAT, exFAT, XFS). Blocks.
    public static func number(of path: String, device: UInt64) throws(SystemError) -> UInt64? {
        var status = statfs()
        while unsafe statfs(path, &status) != 0 {
            guard errno == EINTR else { throw .last("statfs", path) }
        }
        let (low, high) = status.f_fsid.__val
        let number = UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low))
        return number == 0 || number == device ? nil : number
    }

    /// True if a path lies in memory (tmpfs, ramfs), where nothing waits for a disk.
    public static func isInMemory(_ path: String) -> Bool { [0x0102_1994, 0x8584_58f6].contains(kind(of: path)) }

    /// Bytes that are free for users other than root, and total bytes.
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
