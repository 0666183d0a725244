// The fields of a reply, in their order. Any thread may use these values.

/// Keys and values of a reply, in the order in which they are shown: `["name": .text("x"), "frames": .int(5)]`.
public struct Fields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public private(set) var all: [Field]

    public init(_ all: [Field] = []) {
        self.all = all
    }

    public init(dictionaryLiteral elements: (String, Value)...) {
        all = elements.map { Field($0, $1) }
    }

    public subscript(key: String) -> Value? {
        all.first { $0.key == key }?.value
    }

    public mutating func append(_ key: String, _ value: Value) {
        all.append(Field(key, value))
    }

    /// The fields of both, those of `first` before the others.
    public static func + (first: Fields, second: Fields) -> Fields { Fields(first.all + second.all) }
}
