// Words for the parts of day and week in sentences. Any thread; constants.
internal import Dictation

extension GuideWords {
    /// The word for a part of the day in a sentence of that language, or in English where it has none.
    static func word(_ part: DayPart, in language: String) -> String { word(text(part), language) }

    /// The words for a part of the week in a sentence of that language, or in English where it has none.
    static func word(_ part: WeekPart, in language: String) -> String { word(text(part), language) }

    /// One form for each language, which the sentences fit: English nouns for "this [DayPart]", German nouns without an article
    /// for "heute [DayPart]" and "es ist [DayPart]", and Russian adverbs for "сегодня [DayPart]".
    private static func text(_ part: DayPart) -> LocalText {
        switch part {
        case .morning: LocalText(["en": "morning", "de": "Morgen", "ru": "утром"])
        case .afternoon: LocalText(["en": "afternoon", "de": "Nachmittag", "ru": "днём"])
        case .evening: LocalText(["en": "evening", "de": "Abend", "ru": "вечером"])
        case .night: LocalText(["en": "night", "de": "Nacht", "ru": "ночью"])
        }
    }

    /// One form for each language: nouns for "it is the [WeekPart]", in German without an article for "es ist [WeekPart]", in
    /// Russian in the nominative for "сейчас [WeekPart]".
    private static func text(_ part: WeekPart) -> LocalText {
        switch part {
        case .start: LocalText(["en": "start of the week", "de": "Anfang der Woche", "ru": "начало недели"])
        case .middle: LocalText(["en": "middle of the week", "de": "Mitte der Woche", "ru": "середина недели"])
        case .end: LocalText(["en": "end of the week", "de": "Ende der Woche", "ru": "конец недели"])
        case .weekend: LocalText(["en": "weekend", "de": "Wochenende", "ru": "выходные"])
        }
    }

    /// The text in a language such as `de`, or `de-AT` by its first letters.
    private static func word(_ text: LocalText, _ language: String) -> String {
        text.best(for: [language, String(language.prefix { $0 != "-" && $0 != "_" })])?.text ?? ""
    }
}
