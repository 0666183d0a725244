// Room: Storage. Any thread; one system call, which can block on a network disk.
public import Dictation
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

    /// How many more frames fit for sure: a compressed format counts as if nothing could be saved.
    public func framesLeft(_ format: AudioFormat) -> Int64 { max(0, available) / Int64(format.bytesPerFrame) }

    /// The same as recording time.
    public func secondsLeft(_ format: AudioFormat) -> Double { Double(framesLeft(format)) / Double(format.rate) }
}
