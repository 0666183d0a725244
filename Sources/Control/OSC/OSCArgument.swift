// One argument of an OSC message. Any thread; a value.
public import Dictation
internal import Messages

/// One argument of an OSC message, in every type that liblo knows.
public enum OSCArgument: Sendable, Equatable {
    /// Type `i`.
    case int32(Int32)
    /// Type `h`.
    case int64(Int64)
    /// Type `f`.
    case float(Float)
    /// Type `d`.
    case double(Double)
    /// Type `s`: UTF-8.
    case string(String)
    /// Type `S`: a symbol, read as a text.
    case symbol(String)
    /// Type `T` or `F`.
    case flag(Bool)
    /// Type `b`: raw bytes.
    case blob([UInt8])
    /// Type `t`: an OSC time tag.
    case timeTag(UInt64)
    /// Type `c`: one byte.
    case character(UInt8)
    /// Type `m`: port, status and two data bytes, highest byte first.
    case midi(UInt32)
    /// Type `N`: nil.
    case null
    /// Type `I`: an impulse.
    case impulse
}

extension OSCArgument {
    /// Makes the argument that carries a value: `h` for whole numbers, `d` for others, `s` for texts, `T` and `F` for flags.
    public init(_ value: Value) {
        self =
            switch value {
            case .int(let number): .int64(number)
            case .double(let number): .double(number)
            case .text(let text): .string(text)
            case .flag(let flag): .flag(flag)
            }
    }

    /// The value that a command can accept; nil for blobs, time tags, characters, MIDI, nil and impulses.
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

    /// Size in a packet, in bytes, padded to a multiple of four as OSC demands.
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
    var kind: Message {
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
