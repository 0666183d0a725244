// The rules of another prompt (G3).
import Dictation
import Guide
import Testing

@Suite("Guide/InspireTests")
struct GuideInspireTests {
    private let now = CalendarTime(count: 20_458 * 86_400 + 8 * 3600)
    private var moment: GuideMoment { GuideMoment(seconds: now.count, local: now, firstWeekday: 1) }

    private func wish(_ category: String? = nil, _ depth: GuideItem.Depth? = nil) -> GuideChoice.Wish {
        var wish = GuideChoice.Wish()
        (wish.category, wish.depth) = (category, depth)
        return wish
    }

    @Test("a category of ten items is kept, and a depth of five items is given up (G3)")
    func relaxation() {
        let choice = GuideChoice(GuideCatalogue().items(.prompt), GuideUsage(), at: moment)
        let dreams = (0..<300).compactMap { choice.another(wish("dream"), seed: $0) }
        #expect(Set(dreams.map(\.category)) == ["dream"])
        #expect(Set(dreams.map(\.id)).count >= 10)
        let deep = (0..<300).compactMap { choice.another(wish("dream", .deep), seed: $0) }
        #expect(Set(deep.map(\.category)) == ["dream"])
        #expect(deep.contains { $0.depth == .light }, "five deep dreams are too few to choose from")
        let any = (0..<600).compactMap { choice.another(wish(nil, .light), seed: $0) }
        #expect(any.allSatisfy { $0.depth == .light && ($0.dayParts.isEmpty || $0.dayParts.contains(.morning)) })
        let unknown = choice.another(wish("gardening"), seed: 1)
        #expect(unknown != nil, "a category without items is given up last")
    }

    @Test("what was shown rests for three minutes, and nothing comes twice in a row (G3)")
    func pause() {
        let items = GuideCatalogue().items(.prompt).filter { $0.category == "dream" }
        var usage = GuideUsage()
        for item in items.dropLast() { usage.apply(.shown(id: item.id, at: now.count - 179)) }
        let rested = GuideChoice(items, usage, at: moment)
        #expect(Set((0..<50).compactMap { rested.another(seed: $0)?.id }) == [items[9].id])
        // After three minutes all but the last one are there again.
        let later = CalendarTime(count: now.count + 1)
        let choice = GuideChoice(items, usage, at: GuideMoment(seconds: later.count, local: later, firstWeekday: 1))
        let chosen = Set((0..<300).compactMap { choice.another(seed: $0)?.id })
        #expect(chosen.count == 9 && !chosen.contains(items[8].id))
        // A catalogue of one item shows it again rather than nothing.
        var one = GuideUsage()
        one.apply(.shown(id: items[0].id, at: now.count))
        #expect(GuideChoice([items[0]], one, at: moment).another(seed: 7)?.id == items[0].id)
        #expect(GuideChoice([], one, at: moment).another(seed: 7) == nil)
    }

    @Test("a year of presses never repeats in a row, and reaches every prompt (G3)")
    func manyPresses() {
        let items = GuideCatalogue().items(.prompt)
        var usage = GuideUsage()
        var seen: Set<String> = []
        var last: String?
        for press in 0..<3000 {
            let time = CalendarTime(count: now.count + press * 10_000)
            let choice = GuideChoice(items, usage, at: GuideMoment(seconds: time.count, local: time, firstWeekday: 1))
            guard let item = choice.another(seed: UInt64(press)) else { continue }
            #expect(item.id != last)
            last = item.id
            seen.insert(item.id)
            usage.apply(.shown(id: item.id, at: time.count))
        }
        #expect(seen.count == items.count)
    }

    @Test("equal seeds draw equal items, a double weight twice as often, and favourites alone on request")
    func drawing() {
        var items = (0..<20).map { number in
            var item = GuideItem(id: "i\(number)")
            (item.category, item.text) = ("c", LocalText(["en": "t"]))
            return item
        }
        items[0].weight = 2
        var usage = GuideUsage()
        let choice = GuideChoice(items, usage, at: moment)
        #expect(choice.another(seed: 5) == choice.another(seed: 5))
        let draws = (0..<4200).compactMap { choice.another(seed: $0)?.id }
        let share = Double(draws.count { $0 == "i0" }) / Double(draws.count)
        #expect((0.075...0.116).contains(share), "2 of 21: \(share)")
        usage.apply(.favourite(id: "i3", true))
        var wish = GuideChoice.Wish()
        wish.isFavourite = true
        #expect(Set((0..<20).compactMap { GuideChoice(items, usage, at: moment).another(wish, seed: $0)?.id }) == ["i3"])
    }
}
