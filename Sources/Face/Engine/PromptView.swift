// The prompt that stands. Any thread; a value.
internal import Dictation
internal import Drawing

/// Fields of the topic `prompts`.
struct PromptView: Sendable, Equatable {
    /// Characters of a text that the screen keeps: more than the tallest card has room for.
    private static let longest = 1000

    /// Id of the prompt; empty for none.
    var id = ""
    /// The text, in one line without control characters; empty for none.
    var text = ""
    /// The category.
    var category = ""
    /// True for a favourite.
    var isFavourite = false
    /// True while the running take is about it.
    var isInTake = false
    /// True if the setting wants it on the screen.
    var isCard = false

    init() {}

    init(_ fields: Fields) {
        id = Self.line(fields.text("prompt_id"), 100)
        text = Self.line(fields.text("prompt_text"), Self.longest)
        category = Self.line(fields.text("prompt_category"), 40)
        isFavourite = fields.flag("prompt_favourite")
        isInTake = fields.flag("prompt_in_take")
        isCard = fields.flag("prompt_card")
    }

    /// A bounded text of a message in one line.
    static func line(_ text: String, _ most: Int) -> String {
        let words = text.prefix(most)
        return words.contains { !$0.isWhitespace } ? PrintableText.line(String(words)) : ""
    }
}
