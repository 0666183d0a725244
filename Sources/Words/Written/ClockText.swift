// Times as texts and captions write them. Any thread; no state, no I/O.
import Dictation

/// Times with hours, minutes, seconds and parts of them.
enum ClockText {
    /// Longest time that is read: more than ten years.
    static let longest = 400_000_000.0

    /// The millisecond nearest to a frame.
    static func milliseconds(_ frame: Int64, rate: Int) -> Int64 {
        Int64(nearest: Double(frame) * 1000 / Double(max(1, rate)))
    }

    /// A time such as `01:02:03.004`, with hours of at least `hours` digits. A negative time is 0.
    static func print(_ milliseconds: Int64, point: String = ".", hours: Int = 2) -> String {
        let time = max(0, milliseconds)
        let minutes = "\(padded(time / 60_000 % 60, 2)):\(padded(time / 1000 % 60, 2))"
        return "\(padded(time / 3_600_000, hours)):\(minutes)\(point)\(padded(time % 1000, 3))"
    }

    /// A number with zeros before it.
    static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Seconds with three digits, as JSON writes numbers.
    static func seconds(_ milliseconds: Int64) -> String {
        let time = max(0, milliseconds)
        return "\(time / 1000).\(padded(time % 1000, 3))"
    }

    /// Reads `1:02:03.004`, `02:03,4` or `02:03` in seconds; nil for other texts and for times that are too long.
    static func parse(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let last = parts.last else { return nil }
        let fraction = last.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard fraction.allSatisfy({ isDigits($0) }), let second = Double(fraction.joined(separator: ".")), second < 60 else {
            return nil
        }
        var minutes = 0.0
        for part in parts.dropLast() {
            guard isDigits(part), let number = Double(part) else { return nil }
            minutes = minutes * 60 + number
        }
        let seconds = minutes * 60 + second
        return seconds <= longest ? seconds : nil
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
