// Tokens in texts, and the moment of a choice (G1, G2).
import Dictation
import Guide
import Testing

@Suite("Guide/WordsTests")
struct GuideWordsTests {
    private let words = GuideWords(name: "Ada", dayPart: .evening, weekPart: .start)

    @Test(
        "tokens are filled in, and other brackets stay (G1)",
        arguments: [
            ("How are you, [Name]?", "How are you, Ada?"),
            ("This [DayPart], at the [WeekPart]", "This evening, at the start of the week"),
            ("[DayPart] already, [Name]?", "Evening already, Ada?"), ("[WeekPart]: [Name]?", "Start of the week: Ada?"),
            ("[Other] and [", "[Other] and ["), ("[other] and [DayPart]", "[other] and evening"), ("[Name][Name]", "AdaAda"),
            ("", ""),
        ])
    func tokens(text: String, filled: String) { #expect(words.fill(text, language: "en") == filled) }

    @Test(
        "words for parts of day and week are in the language of the text, and in English in any other (G1)",
        arguments: [
            ("de", "Heute [DayPart], [Name]: Es ist [WeekPart].", "Heute Abend, Ada: Es ist Anfang der Woche."),
            ("de-AT", "Heute [DayPart]", "Heute Abend"), ("de_CH", "Heute [DayPart]", "Heute Abend"),
            ("ru", "Сегодня [DayPart], [Name]: сейчас [WeekPart].", "Сегодня вечером, Ada: сейчас начало недели."),
            ("ru", "[DayPart], [Name]?", "Вечером, Ada?"), ("sv", "[DayPart], [WeekPart]", "Evening, start of the week"),
            ("", "This [DayPart]", "This evening"), ("den", "This [DayPart]", "This evening"),
        ])
    func languages(language: String, text: String, filled: String) { #expect(words.fill(text, language: language) == filled) }

    @Test("each part of day and week has its word in German and Russian")
    func parts() {
        func filled(_ text: String, _ language: String) -> [String] {
            zip(DayPart.allCases, WeekPart.allCases).map {
                GuideWords(name: "", dayPart: $0, weekPart: $1).fill(text, language: language)
            }
        }
        #expect(filled("Heute [DayPart]", "de") == ["Heute Morgen", "Heute Nachmittag", "Heute Abend", "Heute Nacht"])
        #expect(filled("Сегодня [DayPart]", "ru") == ["Сегодня утром", "Сегодня днём", "Сегодня вечером", "Сегодня ночью"])
        #expect(
            filled("Es ist [WeekPart]", "de") == [
                "Es ist Anfang der Woche", "Es ist Mitte der Woche", "Es ist Ende der Woche", "Es ist Wochenende",
            ])
        #expect(
            filled("Сейчас [WeekPart]", "ru") == [
                "Сейчас начало недели", "Сейчас середина недели", "Сейчас конец недели", "Сейчас выходные",
            ])
        #expect(filled("[DayPart]", "en").map { $0.lowercased() } == DayPart.allCases.map(\.rawValue))
        #expect(filled("a [WeekPart]", "en") == WeekPart.allCases.map { "a \($0.phrase)" })
    }

    @Test("the best text is filled in its own language")
    func best() {
        let text = LocalText(["en": "This [DayPart]", "de": "Heute [DayPart]", "sv": "I dag"])
        #expect(words.best(text, for: ["tlh", "de"])?.text == "Heute Abend")
        #expect(words.best(text, for: ["tlh", "de"])?.language == "de")
        #expect(words.best(text, for: ["ru"])?.text == "This evening")
        #expect(words.best(text, for: ["ru"])?.language == "en")
        #expect(words.best(LocalText(), for: ["de"]) == nil)
    }

    @Test(
        "without a name its token leaves no gap (G1)",
        arguments: [
            ("How are you, [Name]?", "How are you?"), ("[Name], what now?", "What now?"), ("Ask [Name] now", "Ask now"),
            ("[Name]", ""), ("[Name], [DayPart] again?", "Morning again?"),
            ("[Name], [Name], so?", "So?"),
        ])
    func nameless(text: String, filled: String) {
        #expect(GuideWords(name: "", dayPart: .morning, weekPart: .weekend).fill(text, language: "en") == filled)
    }

    @Test("a name with a token in it is not filled again")
    func nameWithToken() {
        let words = GuideWords(name: "[DayPart]", dayPart: .night, weekPart: .end)
        #expect(words.fill("Hello [Name]", language: "en") == "Hello [DayPart]")
    }

    @Test("a moment has the parts of its local time, at their boundaries (G2)")
    func moments() throws {
        // 2026-11-28 is a Saturday.
        for (hour, minute, part) in [
            (4, 59, DayPart.night), (5, 0, .morning), (11, 59, .morning), (12, 0, .afternoon), (16, 59, .afternoon),
            (17, 0, .evening), (21, 59, .evening), (22, 0, .night),
        ] {
            let local = try #require(CalendarTime(year: 2026, month: 11, day: 28, hour: hour, minute: minute))
            let moment = GuideMoment(seconds: 0, local: local, firstWeekday: 1)
            #expect(moment.dayPart == part, "\(hour):\(minute)")
            #expect(moment.weekPart == .weekend)
            #expect(moment.day == local.days)
        }
        for (day, first, part) in [
            (29, 1, WeekPart.weekend), (30, 1, .start), (29, 0, .weekend), (30, 0, .start), (27, 6, .weekend), (28, 6, .start),
        ] {
            let local = try #require(CalendarTime(year: 2026, month: 11, day: day, hour: 12, minute: 0))
            #expect(GuideMoment(seconds: 0, local: local, firstWeekday: first).weekPart == part, "\(day), weeks from \(first)")
        }
    }
}
