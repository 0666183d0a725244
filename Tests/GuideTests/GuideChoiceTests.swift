// The rules of the daily prompt, on a fixed clock (G2).
import Dictation
import Guide
import Testing

@Suite("Guide/ChoiceTests")
struct GuideChoiceTests {
    /// Monday, 2026-01-05, 8:00.
    private static let monday = CalendarTime(count: 20_458 * 86_400 + 8 * 3600)

    private static func moment(_ local: CalendarTime) -> GuideMoment {
        GuideMoment(seconds: local.count, local: local, firstWeekday: 1)
    }

    /// Chooses at each time, and notes each choice as shown.
    private static func run(_ items: [GuideItem], at times: [CalendarTime]) -> [(id: String, time: CalendarTime)] {
        var usage = GuideUsage()
        return times.compactMap { time in
            guard let item = GuideChoice(items, usage, at: moment(time)).daily() else { return nil }
            usage.apply(.shown(id: item.id, at: time.count))
            return (item.id, time)
        }
    }

    private static func item(_ id: String, weight: Double = 1) -> GuideItem {
        var item = GuideItem(id: id)
        (item.category, item.weight, item.text) = ("test", weight, LocalText(["en": id]))
        return item
    }

    @Test("the test's own day is the Monday that it says")
    func ownDay() { #expect(Self.monday.description == "2026-01-05 08:00:00" && Self.monday.weekday == 0) }

    @Test("no prompt of the built-in catalogue comes twice within seven days, in a year of four a day (G2)")
    func noRepeatInAYear() {
        let items = GuideCatalogue().items(.prompt)
        let times = (0..<365).flatMap { day in [8, 13, 19, 23].map { CalendarTime(count: (20_458 + day) * 86_400 + $0 * 3600) } }
        let shown = Self.run(items, at: times)
        #expect(shown.count == times.count)
        var last: [String: Int] = [:]
        var repeats = 0
        for (id, time) in shown {
            if let before = last[id], time.count - before < 7 * 86_400 { repeats += 1 }
            last[id] = time.count
        }
        // Never by the rule of the rest, which holds while there are enough.
        #expect(repeats == 0)
        #expect(Set(shown.map(\.id)) == Set(items.map(\.id)), "every prompt gets its turn")
    }

    @Test("every prompt gets its turn by its weight, in a year of one a day (G2)")
    func turnsByWeight() {
        let items =
            (0..<30).map { Self.item("one.\($0)") } + (0..<10).map { Self.item("two.\($0)", weight: 2) }
            + (0..<5).map { Self.item("half.\($0)", weight: 0.5) }
        let shown = Self.run(items, at: (0..<1095).map { Self.monday.later(days: $0) })
        let counts = Dictionary(grouping: shown, by: \.id).mapValues(\.count)
        let mean = { (start: String) in
            let those = counts.filter { $0.key.hasPrefix(start) }.values
            return Double(those.reduce(0, +)) / Double(max(1, those.count))
        }
        #expect(counts.count == 45)
        #expect((1.7...2.3).contains(mean("two") / mean("one")), "\(mean("two") / mean("one"))")
        #expect((0.4...0.6).contains(mean("half") / mean("one")), "\(mean("half") / mean("one"))")
        // Equal weights have equal turns.
        let ones = counts.filter { $0.key.hasPrefix("one") }.values
        #expect((ones.max() ?? 0) - (ones.min() ?? 0) <= 2)
    }

    @Test("an item rests for seven days to the second, and comes earlier only where all others rest too (G2)")
    func sevenDays() {
        let items = [Self.item("a"), Self.item("b")]
        var usage = GuideUsage()
        usage.apply(.shown(id: "a", at: Self.monday.count))
        usage.apply(.shown(id: "b", at: Self.monday.count + 3600))
        let week = 7 * 86_400
        let choose = { (seconds: Int) in
            GuideChoice(items, usage, at: Self.moment(CalendarTime(count: Self.monday.count + seconds))).daily()?.id
        }
        // Both rest: the one that rests for longest.
        #expect(choose(week - 1) == "a")
        usage.apply(.shown(id: "a", at: Self.monday.count + 2 * 3600))
        #expect(choose(week - 1) == "b")
        #expect(choose(week + 3600) == "b")
        usage.apply(.favourite(id: "a", true))
        #expect(choose(week + 2 * 3600) == "b")
    }

    @Test("items for other parts of the day wait, unless there is nothing else (G2)")
    func partsOfTheDay() {
        var night = Self.item("night", weight: 100)
        night.dayParts = [.night]
        let plain = Self.item("plain")
        #expect(GuideChoice([night, plain], GuideUsage(), at: Self.moment(Self.monday)).daily()?.id == "plain")
        var usage = GuideUsage()
        usage.apply(.shown(id: "plain", at: Self.monday.count - 60))
        #expect(GuideChoice([night, plain], usage, at: Self.moment(Self.monday)).daily()?.id == "night")
        #expect(GuideChoice([], usage, at: Self.moment(Self.monday)).daily() == nil)
    }

    @Test("equals have a stable order that differs from day to day (G2)")
    func tieBreak() {
        let items = (0..<20).map { Self.item("i\($0)") }
        let first = { (day: Int) in
            GuideChoice(items, GuideUsage(), at: Self.moment(Self.monday.later(days: day))).daily()?.id
        }
        #expect(first(0) == first(0))
        // The order of the catalogue does not matter.
        #expect(GuideChoice(items.reversed(), GuideUsage(), at: Self.moment(Self.monday)).daily()?.id == first(0))
        #expect(Set((0..<30).map(first)).count > 5)
    }

    @Test("a clock that was set back shows no prompt again, and a far future does not trap")
    func wrongClock() {
        var usage = GuideUsage()
        usage.apply(.shown(id: "a", at: Self.monday.count + 1_000_000))
        usage.apply(.shown(id: "c", at: .min))
        let items = [Self.item("a"), Self.item("b")]
        #expect(GuideChoice(items, usage, at: Self.moment(Self.monday)).daily()?.id == "b")
        #expect(GuideChoice(items + [Self.item("c")], usage, at: Self.moment(Self.monday)).daily()?.id == "b")
    }

    @Test("the prompt that was shown last stands for its part of the day, until it is used")
    func standing() {
        let items = [Self.item("a"), Self.item("b")]
        var usage = GuideUsage()
        let stands = { (usage: GuideUsage, hours: Int) in
            let time = CalendarTime(count: Self.monday.count + hours * 3600)
            return GuideChoice(items, usage, at: Self.moment(time)).standing { Self.moment(CalendarTime(count: $0)) }?.id
        }
        #expect(stands(usage, 0) == nil)
        usage.apply(.shown(id: "a", at: Self.monday.count))
        #expect(stands(usage, 3) == "a")
        #expect(stands(usage, 4) == nil, "the afternoon has its own")
        #expect(stands(usage, 24) == nil)
        usage.apply(.used(id: "a", at: Self.monday.count + 10))
        #expect(stands(usage, 1) == nil)
    }
}
