// Values of arguments and answers. Any thread; a value, no I/O.

/// One argument of a command or one value of a reply, as the control socket carries it.
public enum Value: Sendable, Equatable {
    /// A whole number.
    case int(Int64)
    /// A number.
    case double(Double)
    /// A text.
    case text(String)
    /// Yes or no.
    case flag(Bool)
}

extension Value: CustomStringConvertible {
    /// The bare value, for messages and for printing.
    public var description: String {
        switch self {
        case .int(let number): String(number)
        case .double(let number): number.description
        case .text(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        }
    }
}

extension Value {
    /// The value in an error; a long text is cut.
    var quoted: String {
        switch self {
        case .int, .double: description
        case .flag(let flag): flag ? "true" : "false"
        case .text(let text): text.count > 80 ? "'\(text.prefix(80))...'" : "'\(text)'"
        }
    }
}
