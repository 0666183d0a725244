// Any thread; a value, no I/O.

/// One argument of a command or one value of a reply, as it crosses the control socket.
public enum Value: Sendable, Equatable {
    case int(Int64)
    case double(Double)
    case text(String)
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
    /// As an error shows it; cut, since the sender may have put a book in it.
    var quoted: String {
        switch self {
        case .int, .double: description
        case .flag(let flag): flag ? "a true" : "a false"
        case .text(let text): text.count > 80 ? "'\(text.prefix(80))...'" : "'\(text)'"
        }
    }
}
