// Values on D-Bus. Any thread; a value.

/// A value of one of the D-Bus types that media keys and notifications use.
indirect enum BusValue: Equatable, Sendable {
    /// A string.
    case text(String)
    /// An object path.
    case path(String)
    /// A double.
    case double(Double)
    /// A 64-bit integer.
    case long(Int64)
    /// A 32-bit integer.
    case integer(Int32)
    /// A 32-bit integer without a sign.
    case number(UInt32)
    /// A byte.
    case byte(UInt8)
    /// A boolean.
    case flag(Bool)
    /// An array of strings.
    case texts([String])
    /// A dictionary from strings to variants.
    case dictionary([(key: String, value: BusValue)])

    /// The D-Bus signature of the type.
    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .double: "d"
        case .long: "x"
        case .integer: "i"
        case .number: "u"
        case .byte: "y"
        case .flag: "b"
        case .texts: "as"
        case .dictionary: "a{sv}"
        }
    }

    static func == (left: BusValue, right: BusValue) -> Bool {
        switch (left, right) {
        case (.text(let a), .text(let b)), (.path(let a), .path(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.long(let a), .long(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.byte(let a), .byte(let b)): a == b
        case (.flag(let a), .flag(let b)): a == b
        case (.texts(let a), .texts(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}
