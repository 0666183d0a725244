// Any thread; a value.
public import Dictation

/// One argument of an OSC message, in every type liblo knows.
public enum OSCArgument: Sendable, Equatable {
    case int32(Int32)
    case int64(Int64)
    case float(Float)
    case double(Double)
    case string(String)
    case symbol(String)
    case flag(Bool)
    case blob([UInt8])
    case timeTag(UInt64)
    case character(UInt8)
    case midi(UInt32)
    case null
    case impulse
}

extension OSCArgument {
    /// How Dicta sends a value: whole numbers as `h`, others as `d`, texts as `s`, flags as `T` and `F`.
    public init(_ value: Value) {
        self =
            switch value {
            case .int(let number): .int64(number)
            case .double(let number): .double(number)
            case .text(let text): .string(text)
            case .flag(let flag): .flag(flag)
            }
    }

    /// The value a command can take; none for blobs, MIDI and the like.
    public var value: Value? {
        switch self {
        case .int32(let number): .int(Int64(number))
        case .int64(let number): .int(number)
        case .float(let number): .double(Double(number))
        case .double(let number): .double(number)
        case .string(let text), .symbol(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .blob, .timeTag, .character, .midi, .null, .impulse: nil
        }
    }

    /// Bytes that the argument takes in a packet, padded to four as OSC asks.
    var encodedSize: Int {
        switch self {
        case .flag, .null, .impulse: 0
        case .int32, .float, .character, .midi: 4
        case .int64, .double, .timeTag: 8
        case .string(let text), .symbol(let text): (text.utf8.count / 4 + 1) * 4
        case .blob(let bytes): 4 + (bytes.count + 3) / 4 * 4
        }
    }

    /// The type in words, for errors.
    var kind: String {
        switch self {
        case .int32, .int64: "a whole number"
        case .float, .double: "a number"
        case .string, .symbol: "a text"
        case .flag: "a flag"
        case .blob: "a blob"
        case .timeTag: "a time tag"
        case .character: "a character"
        case .midi: "a MIDI message"
        case .null: "a nil"
        case .impulse: "an impulse"
        }
    }
}
