// JSON values. Any thread; a value, no I/O.

/// A JSON value that keeps its form: numbers as they were written, keys in their order. A file with keys of other programs can
/// be changed in one place and stay the same in all others.
public enum JSONTree: Sendable, Hashable {
    /// `null`.
    case none
    /// `true` or `false`.
    case flag(Bool)
    /// A number as JSON text: nothing is rounded on the way through.
    case number(String)
    /// A string.
    case text(String)
    /// An array.
    case list([JSONTree])
    /// An object; a key may occur twice.
    case object([Member])

    /// One key of an object with its value.
    public struct Member: Sendable, Hashable {
        /// The key.
        public var key: String
        /// The value.
        public var value: JSONTree

        /// Makes a member.
        public init(_ key: String, _ value: JSONTree) {
            self.key = key
            self.value = value
        }
    }

    /// Makes a whole number.
    public static func integer(_ value: some BinaryInteger) -> JSONTree { .number(String(value)) }

    /// Makes a number. Values that JSON lacks become texts: `inf`, `-inf`, `nan`. A source can send any float.
    public static func float(_ value: Float) -> JSONTree {
        value.isFinite ? .number(value.description) : .text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

    /// The value of a key of an object; of a key that occurs twice the last, as all readers do. Nil for other values.
    public subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text; nil for other values.
    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The items; nil for other values.
    public var list: [JSONTree]? {
        guard case .list(let list) = self else { return nil }
        return list
    }

    /// The whole number; nil for other values and for numbers outside of Int64.
    public var integer: Int64? {
        guard case .number(let digits) = self else { return nil }
        return Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:))
    }

    /// The number; nil for other values.
    public var double: Double? {
        guard case .number(let digits) = self else { return nil }
        return Double(digits)
    }

    /// The whole number from 0; nil for other values and for numbers outside of UInt64.
    public var natural: UInt64? {
        guard case .number(let digits) = self else { return nil }
        return UInt64(digits) ?? Double(digits).flatMap(UInt64.init(exactly:))
    }

    /// The number, `inf`, `-inf` or `nan`; nil for other values.
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
