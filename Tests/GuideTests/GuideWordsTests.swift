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
            ("[Other] and [", "[Other] and ["), ("[Name][Name]", "AdaAda"), ("", ""),
        ])
    func tokens(text: String, filled: String) { #expect(words.fill(text) == filled) }

    @Test(
        "without a name its token leaves no gap (G1)",
        arguments: [
            ("How are you, [Name]?", "How are you?"), ("[Name], what now?", "What now?"), ("Ask [Name] now", "Ask now"),
            ("[Name]", ""),
        ])
    func nameless(text: String, filled: String) {
        #expect(GuideWords(name: "", dayPart: .morning, weekPart: .weekend).fill(text) == filled)
    }

    @Test("a name with a token in it is not filled again")
    func nameWithToken() {
        #expect(GuideWords(name: "[DayPart]", dayPart: .night, weekPart: .end).fill("Hello [Name]") == "Hello [DayPart]")
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
