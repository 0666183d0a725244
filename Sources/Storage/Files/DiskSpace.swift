// Any thread; one system call, which can block on a network disk.
import Glibc

/// Room on the disk that a folder lies on.
public struct DiskSpace: Sendable, Hashable {
    /// Bytes this user can still write (what the system keeps for root is left out).
    public let available: Int64
    public let total: Int64

    public init(available: Int64, total: Int64) {
        self.available = available
        self.total = total
    }

    /// Any thread; blocks. The path must exist.
    public static func at(_ path: String) throws(StorageError) -> DiskSpace {
        var status = statvfs()
        while unsafe statvfs(path, &status) != 0 {
            guard errno == EINTR else { throw StorageError(code: errno, operation: "ask the free space of", path: path) }
        }
        let block = UInt64(status.f_frsize)
        return DiskSpace(
            available: Int64(clamping: block.multipliedReportingOverflow(by: UInt64(status.f_bavail)).partialValue),
            total: Int64(clamping: block.multipliedReportingOverflow(by: UInt64(status.f_blocks)).partialValue))
    }

    /// Any thread. How long a take lasts that takes so many bytes a second, until no more than `reserve` is left.
    public func secondsLeft(bytesPerSecond: Double, reserve: Int64 = 0) -> Double {
        Double(max(0, available - reserve)) / max(1, bytesPerSecond)
    }
}
