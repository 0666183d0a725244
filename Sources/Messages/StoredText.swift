// A text for people that is made at one time and shown at another. Any thread; a value.

/// A text that is made now and shown later, to the user and in the log. It is made in the language of the user and in English;
/// `description` is the one for those who read it.
public struct StoredText: Sendable, Hashable, CustomStringConvertible {
    private let text: String
    private let english: String

    /// Makes a text of words that are the same at each call but for their language: `StoredText(tr("closed \(name)"))`.
    public init(_ make: @autoclosure () -> String) {
        text = make()
        english = MessageCatalogue.inEnglish(make)
    }

    /// The text in the language of the user; in English inside `MessageCatalogue.inEnglish`.
    public var description: String { MessageCatalogue.isEnglish ? english : text }
}
