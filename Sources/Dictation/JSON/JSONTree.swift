// A value any thread may hold; no I/O.

/// Any JSON, kept as it is: numbers as they were written, keys in their order. So a file that may hold keys of other
/// programs can be changed in one place and stay the same in all others.
public enum JSONTree: Sendable, Hashable {
    case none
    case flag(Bool)
    /// The number as JSON has it: no rounding on the way through.
    case number(String)
    case text(String)
    case list([JSONTree])
    case object([Member])

    public struct Member: Sendable, Hashable {
        public var key: String
        public var value: JSONTree

        public init(_ key: String, _ value: JSONTree) {
            self.key = key
            self.value = value
        }
    }

    public static func integer(_ value: some BinaryInteger) -> JSONTree { .number(String(value)) }

    /// What JSON cannot say is text: `inf`, `-inf`, `nan`. A source can send anything.
    public static func float(_ value: Float) -> JSONTree {
        value.isFinite ? .number(value.description) : .text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

    /// Of an object; of a key that stands there twice the last, as all readers do.
    public subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    public var list: [JSONTree]? {
        guard case .list(let list) = self else { return nil }
        return list
    }

    public var integer: Int64? {
        guard case .number(let digits) = self else { return nil }
        return Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:))
    }

    public var natural: UInt64? {
        guard case .number(let digits) = self else { return nil }
        return UInt64(digits) ?? Double(digits).flatMap(UInt64.init(exactly:))
    }

    public var float: Float? {
        switch self {
        case .number(let digits): Float(digits)
        case .text("inf"): .infinity
        case .text("-inf"): -.infinity
        case .text("nan"): .nan
        case .none, .flag, .text, .list, .object: nil
        }
    }
}
