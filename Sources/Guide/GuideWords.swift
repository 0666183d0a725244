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

    /// The text with its tokens replaced. Without a name, its token goes with the comma or the blank before it, so that
    /// "How are you, [Name]?" becomes "How are you?". Other words in brackets stay.
    public func fill(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            result += rest[..<open]
            switch rest[rest.index(after: open)..<close] {
            case "Name" where name.isEmpty:
                while let last = result.last, last == " " || last == "," { result.removeLast() }
                if result.isEmpty {
                    // A name at the beginning: the rest begins the sentence.
                    let tail = rest[rest.index(after: close)...].drop { $0 == " " || $0 == "," }
                    rest = tail
                    guard let first = rest.first else { continue }
                    result = first.uppercased()
                    rest = rest.dropFirst()
                    continue
                }
            case "Name": result += name
            case "DayPart": result += dayPart.rawValue
            case "WeekPart": result += weekPart.phrase
            default: result += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
