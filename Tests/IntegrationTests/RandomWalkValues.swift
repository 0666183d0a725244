// Values that the random walk gives each parameter. Any thread; no I/O.
import Control
import Dictation

/// Values at, beyond and far beyond every limit, in every notation.
enum RandomWalkValues {
    static func all(for parameter: CommandParameter) -> [OSCArgument] {
        var values = numbers + texts.map(OSCArgument.string)
        if let limits = parameter.limits {
            for bound in [limits.lowerBound, limits.upperBound] where bound.isFinite {
                values += [
                    .double(bound), .double(bound.nextUp), .double(bound.nextDown), .double(bound + 1), .double(bound - 1),
                ]
                if parameter.type.isTime {
                    let frames = Int(bound * 48_000)
                    values += [-1, 0, 1].map { .string("\(frames + $0)f") }
                }
                if let whole = Int64(exactly: bound) { values += [.int64(whole), .int64(whole + 1), .int64(whole - 1)] }
            }
        }
        // A frame hours ahead is waited for, which is right but too long for a test.
        if parameter.type == .jackFrame { values.removeAll { $0 == .int32(.max) } }
        return values + parameter.choices.map(OSCArgument.string)
    }

    /// True where the command table forbids the value: a time in frames, past its limits at 48 kHz.
    static func isForbidden(_ value: OSCArgument, _ parameter: CommandParameter) -> Bool {
        guard parameter.type.isTime, let limits = parameter.limits, case .string(let text) = value,
            case .frames(let count)? = TimeSpan(text)
        else { return false }
        return !limits.contains(Double(count) / 48_000)
    }

    private static let numbers: [OSCArgument] =
        [0, 1, -1, .max, .min].map(OSCArgument.int64) + [.int32(.max), .int32(.min)]
        + [.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0.5, -0.5].map(OSCArgument.double)
        + [.float(.nan), .float(.greatestFiniteMagnitude), .flag(true), .flag(false), .null, .impulse]

    private static let texts = [
        "1f", "-1f", "0f", "9223372036854775807f", "-9223372036854775807f", "-9223372036854775808f", "1000000000000000f",
        "-1000000000000000f", "999999999s", "1000000001s", "-999999999s", "99h", "nan", "inf", "-inf", "1e308",
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "@1", "@-1", "@9223372036854775807", "", "-",
        "--", "a\u{1b}[2J", "../x", String(repeating: "9", count: 400), String(repeating: "x", count: 5000),
    ]
}
