// A text for people, in English, with the values in it. Any thread; a value.

/// A text for people: English words, and the values between them. It is translated when it is shown, so a table that holds messages
/// costs nothing until a row of it is told.
///
/// A message is written as a literal, `"closed \(name)"`. Its key in the catalogues has a number for each value: `closed {1}`.
/// The script `session/translations` collects the literals; `Sources/README.md` tells where it finds them.
public struct Message: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The words before, between and after the values: one more than there are values.
    private let words: [String]
    /// The values, as they are shown.
    private let values: [String]
    /// The meaning, for an English word that has several; nil for all other messages.
    private let context: String?

    private init(words: [String], values: [String], context: String? = nil) {
        self.words = words
        self.values = values
        self.context = context
    }

    // Called by thousands of literals, not copied into them: the compiler would optimise each copy.

    /// Makes a message without values.
    @inline(never)
    public init(stringLiteral text: String) { self.init(words: [text], values: []) }

    /// Makes a message with values.
    @inline(never)
    public init(stringInterpolation: StringInterpolation) {
        self.init(words: stringInterpolation.words, values: stringInterpolation.values)
    }

    /// One message of two literals, as of a long line that is broken.
    @inline(never)
    public static func + (one: Message, other: Message) -> Message {
        let joint = one.words[one.words.count - 1] + other.words[0]
        return Message(
            words: one.words.dropLast() + [joint] + other.words.dropFirst(), values: one.values + other.values,
            context: one.context)
    }

    /// The same message with its meaning, for an English word that has several: `Message("Stop").meaning("a key")`.
    public func meaning(_ context: String) -> Message { Message(words: words, values: values, context: context) }

    /// True for a message without a word, which stands for none.
    public var isEmpty: Bool { values.isEmpty && words.allSatisfy(\.isEmpty) }

    /// The message in English with a number in braces for each value, as the catalogues have it.
    public var key: String {
        guard !values.isEmpty else { return words[0] }
        return words.indices.reduce(into: "") { text, index in
            text += words[index]
            if index < values.count { text += "{\(index + 1)}" }
        }
    }

    /// The message in the user's language; in English where no catalogue has it.
    public var text: String {
        guard !isEmpty else { return "" }
        return filled(MessageCatalogue.translation(of: key, context: context))
    }

    /// The message in English, whatever the user's language is.
    public var english: String { filled(key) }

    /// The message for a number of things, in the form that the user's language has for that number. `self` is English for one.
    public func text(count: UInt, many: Message) -> String {
        // The values of both are the same things; English may leave out the number of one.
        let source = values.count < many.values.count ? many : self
        return source.filled(MessageCatalogue.translation(one: key, many: many.key, count: count))
    }

    /// A text of the catalogue with the values in the places of their numbers. A number without a value stays as it is.
    private func filled(_ text: String) -> String {
        guard !values.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"), let number = Int(rest[rest.index(after: open)..<close]),
                values.indices.contains(number - 1)
            else {
                result.append(rest.removeFirst())
                continue
            }
            result += values[number - 1]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Collects words and values of a message.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var words = [""]
        fileprivate var values: [String] = []

        /// Begins without words.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        public mutating func appendLiteral(_ text: String) { words[words.count - 1] += text }

        /// Adds a value.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            values.append(value.description)
            words.append("")
        }

        /// Adds a message in the user's language.
        public mutating func appendInterpolation(_ message: Message) { appendInterpolation(message.text) }
    }
}
