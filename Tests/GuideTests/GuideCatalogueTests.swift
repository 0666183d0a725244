// The built-in catalogue, and lines of a user over it (G1).
import Dictation
import Guide
import Testing

@Suite("Guide/CatalogueTests")
struct GuideCatalogueTests {
    @Test("the built-in catalogue has prompts of six categories and two depths, affirmations and two sheets (G1, G6)")
    func builtIn() {
        let catalogue = GuideCatalogue()
        #expect(catalogue.problems == [])
        let prompts = catalogue.items(.prompt)
        #expect(prompts.count >= 60)
        #expect(catalogue.categories.count == 6)
        for category in catalogue.categories {
            for depth in GuideItem.Depth.allCases {
                #expect(prompts.count { $0.category == category && $0.depth == depth } >= 5, "\(category) \(depth)")
            }
        }
        #expect(catalogue.items(.affirmation).count >= 20)
        #expect(catalogue.sheets.map(\.name) == ["house", "story"])
        for sheet in catalogue.sheets {
            #expect(sheet.questions.count == 12)
            #expect(sheet.questions.map { $0.place?.displayOrder } == (1...12).map { $0 })
            #expect(sheet.questions.contains { $0.place?.isRequired == true })
        }
        #expect(Set(catalogue.items.map(\.id)).count == catalogue.items.count)
        for item in catalogue.items { #expect(item.text.byLanguage["en"]?.isEmpty == false, "\(item.id)") }
    }

    @Test("each moment of a week has prompts enough that none comes twice in seven days")
    func enoughForEachMoment() {
        let prompts = GuideCatalogue().items(.prompt)
        for part in DayPart.allCases {
            for week in WeekPart.allCases {
                let fitting = prompts.filter {
                    ($0.dayParts.isEmpty || $0.dayParts.contains(part)) && ($0.weekParts.isEmpty || $0.weekParts.contains(week))
                }
                #expect(fitting.count >= 10, "\(part) \(week)")
            }
        }
    }

    @Test("a wrong line is named by its number, and all others hold (G1)")
    func wrongLines() {
        let text = """
            # my own
            {"id":"own.one","category":"own","text":{"en":"One?","de":"Eins?"},"dayParts":["morning"],"weight":2.5}

            {"id":"own.two","category":"own"
            {"id":"own three","category":"own","text":"Three?"}
            {"id":"own.four","category":"own","text":"Four?","depth":"abysmal"}
            {"id":"own.five","category":"own","text":"Five?","dayParts":["noon"]}
            {"id":"own.six","category":"own","text":"Six?","weight":-1}
            {"id":"own.seven","text":"Seven?"}
            {"id":"own.eight","category":"own","text":"Eight?","displayOrder":3}
            {"id":"own.nine","category":"own","sheet":"status","text":"Nine?"}
            [1,2]
            {"id":"own.ten","category":"own","text":"Ten?"}
            """
        let catalogue = GuideCatalogue(user: Array(text.utf8))
        #expect(catalogue.problems.map(\.line) == [4, 5, 6, 7, 8, 9, 10, 11, 12])
        #expect(catalogue.problemCount == 9)
        #expect(catalogue.problems.first?.description.hasPrefix("line 4 is left out: not valid JSON") == true)
        #expect(catalogue["own.one"]?.text.best(for: ["de"])?.text == "Eins?")
        #expect(catalogue["own.one"]?.weight == 2.5)
        #expect(catalogue["own.ten"]?.text.best(for: ["ru"])?.language == "en")
        #expect(catalogue.items(.prompt).count == GuideCatalogue().items(.prompt).count + 2)
    }

    @Test("a line with the id of a built-in item changes only the keys that it has; weight 0 takes it out")
    func overlay() {
        let text = """
            {"id":"dream.place","weight":0}
            {"id":"dream.people","text":{"en":"Who came?"}}
            {"id":"house.light","isRequired":true}
            """
        let catalogue = GuideCatalogue(user: Array(text.utf8))
        #expect(catalogue.problems == [])
        #expect(!catalogue.items(.prompt).contains { $0.id == "dream.place" })
        let people = catalogue["dream.people"]
        #expect(people?.text.best(for: [])?.text == "Who came?")
        #expect(people?.dayParts == [.morning, .night])
        #expect(catalogue.sheet("house")?.question("house.light")?.place?.isRequired == true)
        #expect(catalogue.sheet("house")?.question("3")?.id == "house.light")
        #expect(catalogue.sheet("house")?.question("light")?.id == "house.light")
        #expect(catalogue.sheet("house")?.question("0") == nil)
        #expect(catalogue.sheet("garden") == nil)
    }

    @Test("any bytes are read without a crash, and leave the built-in catalogue whole")
    func hostileBytes() {
        var numbers = SystemRandomNumberGenerator()
        let line = Array(
            #"{"id":"a.b","category":"c","text":{"en":"T"},"weight":1e999,"displayOrder":99999999999999999999}"#.utf8)
        for _ in 0..<200 {
            var bytes = line + [10] + line
            for _ in 0..<Int.random(in: 0...8, using: &numbers) {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            let catalogue = GuideCatalogue(user: bytes)
            #expect(catalogue.sheets.count >= 2)
        }
    }
}
