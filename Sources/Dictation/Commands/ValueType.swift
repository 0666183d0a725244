// Any thread; a value, no I/O.

/// What a parameter takes; each has its own reading from text and from a number.
public enum ValueType: Sendable, Equatable {
    /// A whole number.
    case integer
    /// A number without a unit.
    case number
    /// A JACK frame as `jack_frame_time` counts them: 32 bits, wrapping.
    case jackFrame
    /// A gain in dB, where `-inf` is silence.
    case level
    /// Any text that is not empty.
    case text
    /// A switch: its presence is its value.
    case flag
    /// A length or place in time; see `TimeSpan` for what it may look like.
    case time
    /// A place of a timeline: a time, or a marker with an `@` before its name or number.
    case place
    /// The name or the number of a marker.
    case marker

    /// Whether a whole number is frames and any other number seconds.
    public var isTime: Bool { self == .time || self == .place }

    /// The placeholder that help and man page show.
    public var word: String {
        switch self {
        case .integer: "COUNT"
        case .number: "NUMBER"
        case .jackFrame: "JACKFRAME"
        case .level: "DB"
        case .text: "TEXT"
        case .flag: ""
        case .time, .place: "TIME"
        case .marker: "MARKER"
        }
    }

    /// The unit a number of this type is in, or nothing.
    public var unit: String {
        switch self {
        case .jackFrame: "frames"
        case .level: "dB"
        case .time, .place: "s"
        case .integer, .number, .text, .flag, .marker: ""
        }
    }

    /// What was wanted, in words, for an error.
    public var wanted: String {
        switch self {
        case .integer: "a whole number"
        case .number: "a number"
        case .jackFrame: "a JACK frame (a whole number)"
        case .level: "a level in dB (a number or -inf)"
        case .text: "a text"
        case .flag: "yes or no"
        case .time: "a time (12.5, 90s, 1h02m, 00:01:30.500 or 48000f)"
        case .place: "a time (12.5, 90s, 1h02m, 00:01:30.500 or 48000f) or a marker (@NAME or @3)"
        case .marker: "the number or the name of a marker"
        }
    }
}
