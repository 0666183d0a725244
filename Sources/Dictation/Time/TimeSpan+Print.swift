// Writes times. Any thread; no I/O.

extension TimeSpan: CustomStringConvertible {
    /// A text that reads back as the same time: frames exactly, seconds to the millisecond (`1h07m26s`, `-2.5s`, `48000f`).
    public var description: String {
        switch self {
        case .frames(let count): "\(count)f"
        case .seconds(let seconds): Self.printed(milliseconds: Self.milliseconds(seconds))
        }
    }

    /// Whole seconds, cut off and not rounded, like a counter: `1h07m26s`, `0s`.
    public static func counter(seconds: Double) -> String {
        printed(milliseconds: max(0, milliseconds(seconds.rounded(.down))))
    }

    private static func milliseconds(_ seconds: Double) -> Int64 {
        guard !seconds.isNaN else { return 0 }
        return Int64((max(-longestSeconds, min(seconds, longestSeconds)) * 1000).rounded())
    }

    private static func printed(milliseconds: Int64) -> String {
        milliseconds < 0 ? "-" + text(milliseconds: -milliseconds) : text(milliseconds: milliseconds)
    }

    private static func text(milliseconds: Int64) -> String {
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        var text = hours > 0 ? "\(hours)h" : ""
        if hours > 0 || minutes > 0 { text += padded(minutes, hours > 0 ? 2 : 1) + "m" }
        text += padded(milliseconds / 1000 % 60, hours > 0 || minutes > 0 ? 2 : 1)
        if milliseconds % 1000 != 0 {
            var fraction = padded(milliseconds % 1000, 3)
            while fraction.last == "0" { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "s"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
