// Room: Storage. Any thread. Wall-clock time as text; time of the audio is counted in frames elsewhere.
import Glibc

/// A moment of the wall clock, in seconds since 1970.
public struct Timestamp: Sendable, Hashable {
    public let seconds: Int

    public init(seconds: Int) { self.seconds = seconds }

    public static var now: Timestamp { Timestamp(seconds: time(nil)) }

    /// UTC, as the sidecar keeps it: 2026-11-21T13:05:09Z.
    public var iso8601: String {
        var moment = seconds
        var parts = unsafe tm()
        _ = unsafe gmtime_r(&moment, &parts)
        return unsafe Self.text("%Y-%m-%dT%H:%M:%SZ", parts)
    }

    /// Local time in a form that is a good file name and sorts: 2026-11-21 14-05-09.
    public var name: String {
        var moment = seconds
        var parts = unsafe tm()
        _ = unsafe localtime_r(&moment, &parts)
        return unsafe Self.text("%Y-%m-%d %H-%M-%S", parts)
    }

    private static func text(_ pattern: String, _ parts: tm) -> String {
        var parts = unsafe parts
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            // 0 would mean that it did not fit: 64 is enough for any year there is.
            let length = unsafe strftime(buffer.baseAddress, buffer.count, pattern, &parts)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
