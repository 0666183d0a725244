// Control loop; a value.

/// A value as D-Bus has it.
indirect enum MediaValue: Equatable, Sendable {
    case text(String)
    case path(String)
    case double(Double)
    case long(Int64)
    case flag(Bool)
    case texts([String])
    case dictionary([(key: String, value: MediaValue)])

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
