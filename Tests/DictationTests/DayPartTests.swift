// Tests of parts of the day and of the week. No clock.
import Dictation
import Testing

@Suite("Parts of the day and of the week (F17, G1)")
struct DayPartTests {
    @Test func eachHourHasItsPart() {
        let parts = (0..<24).map { DayPart(hour: $0).rawValue }
        let night = Array(repeating: "night", count: 5)
        let day = Array(repeating: "morning", count: 7) + Array(repeating: "afternoon", count: 5)
        #expect(parts == night + day + Array(repeating: "evening", count: 5) + ["night", "night"])
    }

    @Test func hoursCountRoundTheClock() {
        #expect(DayPart(hour: -1) == .night)
        #expect(DayPart(hour: 29) == .morning)
        #expect(DayPart(hour: .max) == DayPart(hour: Int.max % 24))
        #expect(DayPart(hour: .min) == DayPart(hour: Int.min % 24 + 24))
    }

    /// The parts from Sunday to Saturday, by the first weekday.
    @Test(arguments: [
        (0, "weekend start start middle middle end weekend"), (1, "weekend start start middle middle end weekend"),
        (6, "start middle middle end weekend weekend start"), (5, "middle middle end weekend weekend start start"),
    ])
    func aWeekHasItsPartsByItsFirstDay(first: Int, words: String) {
        #expect((0..<7).map { WeekPart(weekday: $0, firstWeekday: first).rawValue }.joined(separator: " ") == words)
        // Days count round the week.
        #expect((7..<14).map { WeekPart(weekday: $0, firstWeekday: first - 7).rawValue }.joined(separator: " ") == words)
    }

    @Test func everyWeekHasTwoDaysOfWeekendAndFiveOfWork() {
        for first in 0..<7 {
            let parts = (0..<7).map { WeekPart(weekday: $0, firstWeekday: first) }
            #expect(WeekPart.allCases.map { part in parts.count { $0 == part } } == [2, 2, 1, 2])
        }
        #expect(WeekPart(weekday: .max, firstWeekday: .min) == WeekPart(weekday: Int.max % 7, firstWeekday: Int.min % 7))
    }
}
