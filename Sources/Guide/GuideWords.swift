// Texts of items with their tokens filled in. Any thread; a value, no I/O.
public import Dictation

/// The words that stand for tokens in texts: `[Name]`, `[DayPart]` and `[WeekPart]`.
public struct GuideWords: Sendable, Hashable {
    /// The name of the speaker; empty for none.
    public var name: String
    /// The part of the day.
    public var dayPart: DayPart
    /// The part of the week.
    public var weekPart: WeekPart

    /// Makes the words.
    public init(name: String, dayPart: DayPart, weekPart: WeekPart) {
        self.name = name
        self.dayPart = dayPart
        self.weekPart = weekPart
    }

    /// The text in the best of these languages (`LocalText.best`) with its tokens replaced, and its language. Nil without any
    /// text.
    public func best(_ text: LocalText, for languages: [String]) -> (text: String, language: String)? {
        text.best(for: languages).map { (fill($0.text, language: $0.language), $0.language) }
    }

    /// The text with its tokens replaced by words of its language. Without a name, its token goes with the comma or the blank
    /// before it, so that "How are you, [Name]?" becomes "How are you?". The text begins with a capital letter where such a gap
    /// or a part of day or week is at its beginning. Other words in brackets stay.
    public func fill(_ text: String, language: String) -> String {
        var result = ""
        var rest = text[...]
        var isCapital = false
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            result += rest[..<open]
            var next = rest[rest.index(after: close)...]
            switch rest[rest.index(after: open)..<close] {
            case "Name" where name.isEmpty:
                while let last = result.last, last == " " || last == "," { result.removeLast() }
                if result.isEmpty {
                    // A name at the beginning: the rest begins the sentence.
                    next = next.drop { $0 == " " || $0 == "," }
                    isCapital = true
                }
            case "Name": result += name
            case "DayPart":
                isCapital = isCapital || result.isEmpty
                result += Self.word(dayPart, in: language)
            case "WeekPart":
                isCapital = isCapital || result.isEmpty
                result += Self.word(weekPart, in: language)
            default: result += rest[open...close]
            }
            rest = next
        }
        result += rest
        guard isCapital, let first = result.first else { return result }
        return first.uppercased() + result.dropFirst()
    }
}
