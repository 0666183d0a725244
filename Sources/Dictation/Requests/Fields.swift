// The fields of a reply. Any thread; a value.

/// The fields of a reply, in the order of display: `["name": .text("x"), "frames": .int(5)]`.
public struct Fields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The fields, in order.
    public private(set) var all: [Field]

    /// Makes fields.
    public init(_ all: [Field] = []) {
        self.all = all
    }

    /// Makes fields of a literal; the order is kept.
    public init(dictionaryLiteral elements: (String, Value)...) {
        all = elements.map { Field($0, $1) }
    }

    /// The value of the first field of that name; nil when there is none.
    public subscript(key: String) -> Value? {
        all.first { $0.key == key }?.value
    }

    /// Adds a field at the end.
    public mutating func append(_ key: String, _ value: Value) {
        all.append(Field(key, value))
    }

    /// Joins two lists of fields.
    public static func + (first: Fields, second: Fields) -> Fields { Fields(first.all + second.all) }
}
