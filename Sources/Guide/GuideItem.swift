// An item of the guide. Any thread; a value, no I/O.
public import Dictation

/// An item of text with rules for when it is offered: a prompt, an affirmation, or a question of a sheet.
public struct GuideItem: Sendable, Hashable {
    /// The kinds of items.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A thought to speak about.
        case prompt
        /// A sentence for the timer, in the category `affirmation`.
        case affirmation
        /// A question of a sheet.
        case question
    }

    /// How far an item goes: from the surface to what is personal.
    public enum Depth: String, Sendable, Hashable, CaseIterable {
        /// For every day and every listener.
        case light
        /// For a quiet hour.
        case deep
    }

    /// The place of a question in its sheet.
    public struct Place: Sendable, Hashable {
        /// Name of the sheet.
        public var sheet: String
        /// Rank in the sheet; the lowest comes first.
        public var displayOrder: Int64 = 0
        /// True for a question without which the sheet is not complete.
        public var isRequired = false
        /// A help for the answer, by language; empty for none.
        public var hint = LocalText()
        /// Time at which the question was written, as ISO 8601 text; empty when unknown.
        public var createdAt = ""

        /// Makes a place.
        public init(sheet: String) { self.sheet = sheet }
    }

    /// The category of all affirmations.
    public static let affirmations = "affirmation"

    /// The name that usage, recordings and answers keep. No other item of a catalogue has it.
    public let id: String
    /// Category: a free word.
    public var category = ""
    /// Short name inside of the category.
    public var slug = ""
    /// Depth; nil for an item that suits any.
    public var depth: Depth?
    /// Parts of the day for which it is meant; empty for all.
    public var dayParts: Set<DayPart> = []
    /// Parts of the week for which it is meant; empty for all.
    public var weekParts: Set<WeekPart> = []
    /// How often it is offered beside others: 2 is twice as often as 1, and 0 is never.
    public var weight = 1.0
    /// The text, by language.
    public var text = LocalText()
    /// The place in a sheet; nil for an item that is no question.
    public var place: Place?

    /// Makes an item without a text.
    public init(id: String) { self.id = id }

    /// The kind, which follows from sheet and category.
    public var kind: Kind {
        if place != nil { return .question }
        return category == Self.affirmations ? .affirmation : .prompt
    }
}
