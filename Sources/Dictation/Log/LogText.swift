// The text of a line in the log, with private parts. Any thread; a value.
public import Messages

/// The text of a line in the log. A value in the text is private unless it is marked: `"closed \(name)"` hides the name,
/// `"at \(plain: rate)"` shows the rate. Numbers and truth values are always shown. A private part is shown at the level `debug`
/// only; at all others `<private>` stands in its place.
///
/// Nothing makes a text from a `String` but these two: `LogText(plain:)` and `LogText(private:)`.
///
/// The log is English: its writer makes the text inside `MessageCatalogue.inEnglish`. Some lines are also told to the user, in
/// the language of the user: `told`.
public struct LogText: Sendable, Hashable, ExpressibleByStringInterpolation {
    fileprivate indirect enum Part: Sendable, Hashable {
        /// Words of the program.
        case words(String)
        /// A value that is shown.
        case shown(String)
        /// A value, and the words that stand in its place.
        case hidden(String, stand: String)
        /// A text with parts of its own.
        case text(LogText)
    }

    /// The words in place of a private part.
    public static let placeholder = "<private>"

    private var parts: [Part]

    private init(parts: [Part]) { self.parts = parts }

    /// Makes a text that is shown at each level: no name of a recording, no path and no text of the user may be in it.
    public init(plain text: String) { parts = [.shown(text)] }

    /// Makes a text that is shown at the level `debug` only. `stand` is shown in its place.
    public init(private text: String, as stand: String = placeholder) { parts = [.hidden(text, stand: stand)] }

    /// Makes a text that is shown at each level: no name of a recording, no path and no text of the user may be in it.
    public init(_ message: Message) { parts = [.shown(message.text)] }

    /// Makes a text from words of the program.
    public init(stringLiteral text: String) { parts = [.words(text)] }

    /// Makes a text from words of the program, and values between them.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Makes a text that the user is told, too: `session/translations` collects its literal.
    public init(told text: LogText) { self = text }

    /// One text of two literals.
    public static func + (one: LogText, other: LogText) -> LogText { LogText(parts: one.parts + other.parts) }

    /// The text as the log has it.
    public func words(showsPrivate: Bool) -> String {
        parts.map { part in
            switch part {
            case .words(let text), .shown(let text): text
            case .hidden(let text, let stand): showsPrivate ? text : stand
            case .text(let text): text.words(showsPrivate: showsPrivate)
            }
        }.joined()
    }

    /// The whole text in English, for those who may see everything.
    public var whole: String { words(showsPrivate: true) }

    /// The whole text in the language of the user, if it was made in that language.
    public var told: String {
        var message = Message.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        for part in parts {
            switch part {
            case .words(let text): message.appendLiteral(text)
            case .shown(let text), .hidden(let text, _): message.appendInterpolation(text)
            case .text(let text): message.appendInterpolation(text.told)
            }
        }
        return Message(stringInterpolation: message).text
    }

    /// Collects the parts of a text.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var parts: [Part] = []

        /// Begins without parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words of the program.
        public mutating func appendLiteral(_ text: String) { parts.append(.words(text)) }

        /// Adds a private value.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.hidden(value.description, stand: LogText.placeholder))
        }

        /// Adds a value that is shown at each level.
        public mutating func appendInterpolation(plain value: some CustomStringConvertible) {
            parts.append(.shown(value.description))
        }

        /// Adds a number, which is shown at each level.
        public mutating func appendInterpolation(_ number: some BinaryInteger) { parts.append(.shown("\(number)")) }

        /// Adds a number, which is shown at each level.
        public mutating func appendInterpolation(_ number: Double) { parts.append(.shown("\(number)")) }

        /// Adds a truth value, which is shown at each level.
        public mutating func appendInterpolation(_ flag: Bool) { parts.append(.shown("\(flag)")) }

        /// Adds a text with parts of its own.
        public mutating func appendInterpolation(_ text: LogText) { parts.append(.text(text)) }

        /// Adds a message without private parts.
        public mutating func appendInterpolation(_ message: Message) { parts.append(.text(LogText(message))) }
    }
}
