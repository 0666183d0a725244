// Room: Storage. Any thread. Wall-clock time as text; time of the audio is counted in frames elsewhere.
import Glibc

/// A moment of the wall clock, in seconds since 1970.
public struct Timestamp: Sendable, Hashable {
    public let seconds: Int

    public init(seconds: Int) { self.seconds = seconds }

    /// Reads what `iso8601` gives; nil for anything else.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, text.hasSuffix("Z") else { return nil }
        var numbers: [Int] = []
        for part in text.dropLast().split(whereSeparator: { "-T:".contains($0) }) {
            guard let number = Int(part), number >= 0 else { return nil }
            numbers.append(number)
        }
        guard numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
        // Days since 1970 in the calendar that begins its years in March, so that the leap day is the last.
        let year = numbers[1] > 2 ? numbers[0] : numbers[0] - 1
        let month = (numbers[1] + 9) % 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 1 - 719_468
        seconds = ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    }

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
