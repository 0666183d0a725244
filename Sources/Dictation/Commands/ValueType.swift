// Types of command arguments. Any thread; a value, no I/O.
public import Messages

/// The type of a parameter; each type is read from a text and from a number in its own way.
public enum ValueType: Sendable, Equatable {
    /// A whole number.
    case integer
    /// A number without a unit.
    case number
    /// A JACK frame as `jack_frame_time` counts: 32 bits, wrapping.
    case jackFrame
    /// A gain in dB; `-inf` is silence.
    case level
    /// A number of bytes; `ByteSize` tells the forms.
    case size
    /// Any text that is not empty.
    case text
    /// A switch: its presence is its value.
    case flag
    /// A length or place in time; `TimeSpan` tells the forms.
    case time
    /// A place in a timeline: a time, or a marker or point of the loop with `@` before its name.
    case place
    /// A marker, by name or number.
    case marker

    /// True for types in which a whole number means frames and any other number seconds.
    public var isTime: Bool { self == .time || self == .place }

    /// The placeholder in help and man page.
    public var word: String {
        switch self {
        case .integer: "COUNT"
        case .number: "NUMBER"
        case .jackFrame: "JACKFRAME"
        case .level: "DB"
        case .size: "SIZE"
        case .text: "TEXT"
        case .flag: ""
        case .time: "TIME"
        case .place: "PLACE"
        case .marker: "MARKER"
        }
    }

    /// The unit of numbers of this type; empty when they have none.
    public var unit: Message {
        switch self {
        case .jackFrame: "frames"
        case .level: "dB"
        case .size: "bytes"
        case .time, .place: "s"
        case .integer, .number, .text, .flag, .marker: ""
        }
    }

    /// The accepted values in words, for errors.
    public var wanted: Message {
        switch self {
        case .integer: "a whole number"
        case .number: "a number"
        case .jackFrame: "a JACK frame (a whole number)"
        case .level: "a level in dB (a number or -inf)"
        case .size: "a size (700MB, 4GiB or a number of bytes)"
        case .text: "a text"
        case .flag: "yes or no"
        case .time: "a time (12.5, 90s, 1h02m, 00:01:30.500 or 48000f)"
        case .place: "a time (12.5, 90s, 1h02m, 00:01:30.500 or 48000f), a marker (@NAME or @3) or a point of the loop (@A, @B)"
        case .marker: "the number or the name of a marker"
        }
    }
}
