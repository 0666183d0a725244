// Tests of titles made from a pattern (F17).
import Dictation
import Testing

@Suite("Titles of drafts (F17)")
struct TitlePatternTests {
    /// The title at a time; 2026-11-28 is a Saturday.
    private func title(_ pattern: String, _ time: String = "2026-11-28 23:05:09", name: String = "Ada", first: Int = 1) throws
        -> String
    {
        TitlePattern(pattern).title(
            TitlePattern.Words(name: name, time: try #require(CalendarTime(time)), firstWeekday: first))
    }

    @Test(arguments: [
        ("Dream of [DayPart]", "Dream of night"), ("[WeekPart]", "weekend"), ("By [Name]", "By Ada"),
        ("%Y-%m-%d", "2026-11-28"), ("%F %H:%M:%S", "2026-11-28 23:05:09"), ("%A, %d %B %y", "Saturday, 28 November 26"),
        ("100 %%", "100 %"), ("%q [Nobody] [", "%q [Nobody] ["), ("50 %", "50 %"), ("[[Name]]", "[Ada]"), ("", ""),
        ("[Name", "[Name"), ("é%Y🎙️", "é2026🎙️"),
    ])
    func tokensAreReplaced(pattern: String, wanted: String) throws {
        #expect(try title(pattern) == wanted)
    }

    @Test(arguments: [
        ("2026-11-28 04:59:59", "night"), ("2026-11-28 05:00:00", "morning"), ("2026-11-28 12:00:00", "afternoon"),
        ("2026-11-28 17:00:00", "evening"), ("2026-11-28 22:00:00", "night"),
    ])
    func theDayPartIsThatOfTheLocalHour(time: String, part: String) throws {
        #expect(try title("[DayPart]", time) == part)
    }

    /// Sunday to Thursday of one week, by the first day of weeks.
    @Test(arguments: [
        (1, "weekend|start of the week|start of the week|middle of the week|middle of the week"),
        (6, "start of the week|middle of the week|middle of the week|end of the week|weekend"),
    ])
    func theWeekPartIsThatOfTheLocale(first: Int, wanted: String) throws {
        let parts = try (22...26).map { try title("[WeekPart]", "2026-11-\($0) 10:00:00", first: first) }
        #expect(parts.joined(separator: "|") == wanted)
    }

    /// A name with a token in it is no pattern.
    @Test func valuesAreNotReadAgain() throws {
        #expect(try title("[Name]", name: "[DayPart] %Y") == "[DayPart] %Y")
    }
}
