// Values on D-Bus. Any thread; a value.

/// A value of one of the D-Bus types that MPRIS uses.
indirect enum MediaValue: Equatable, Sendable {
    /// A string.
    case text(String)
    /// An object path.
    case path(String)
    /// A double.
    case double(Double)
    /// A 64-bit integer.
    case long(Int64)
    /// A boolean.
    case flag(Bool)
    /// An array of strings.
    case texts([String])
    /// A dictionary from strings to variants.
    case dictionary([(key: String, value: MediaValue)])

    /// The D-Bus signature of the type.
    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .double: "d"
        case .long: "x"
        case .flag: "b"
        case .texts: "as"
        case .dictionary: "a{sv}"
        }
    }

    static func == (left: MediaValue, right: MediaValue) -> Bool {
        switch (left, right) {
        case (.text(let a), .text(let b)), (.path(let a), .path(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.long(let a), .long(let b)): a == b
        case (.flag(let a), .flag(let b)): a == b
        case (.texts(let a), .texts(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}
