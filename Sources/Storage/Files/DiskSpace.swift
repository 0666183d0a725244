// Free space of a disk. Any thread; one system call, which can block on a network disk.
import System

/// Space on the disk that holds a folder.
public struct DiskSpace: Sendable, Hashable {
    /// Bytes that this user can still write, without the system's reserve for root.
    public let available: Int64
    /// Size of the disk in bytes.
    public let total: Int64

    /// Makes a value from two sizes in bytes.
    public init(available: Int64, total: Int64) {
        self.available = available
        self.total = total
    }

    /// Space on the disk that holds an existing path. Any thread; blocks.
    public static func at(_ path: String) throws(StorageError) -> DiskSpace {
        let space = try onDisk("ask the free space of", path, FileSystem.space(of: path))
        return DiskSpace(available: space.available, total: space.total)
    }

    /// Throws `diskFull` if the disk that holds `folder` has no room for so many more bytes of the file `path`, and `reserved` if
    /// they would use the reserve, which is kept for takes. Any thread; blocks.
    public static func require(
        _ bytes: Int64 = 0, for path: String, in folder: String, keeping reserve: Int64
    ) throws(StorageError) {
        let available = try at(folder).available
        guard available >= bytes else { throw .diskFull(path: path) }
        guard available - bytes >= reserve else { throw .reserved(path: path, reserve: reserve) }
    }

    /// True if two existing folders are on one disk. Any thread; blocks.
    public static func isShared(by folder: String, and other: String) throws(StorageError) -> Bool {
        try FileStatus(of: folder).identity.device == FileStatus(of: other).identity.device
    }

    /// Seconds that a take of this data rate can last until only `reserve` bytes are left. Any thread.
    public func secondsLeft(bytesPerSecond: Double, reserve: Int64 = 0) -> Double {
        Double(max(0, available - reserve)) / max(1, bytesPerSecond)
    }
}
