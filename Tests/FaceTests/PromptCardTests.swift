// Tests of the prompt on the deck (T7, G2).
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("The prompt above the record key (G2)")
struct PromptCardTests {
    static let text =
        "Anna, describe a door that you have walked through often, and what was behind it on the day you remember best."

    /// The topic as an engine tells it.
    static func prompt(
        _ text: String = text, isFavourite: Bool = false, isInTake: Bool = false, isCard: Bool = true
    ) -> Fields {
        [
            "prompt_id": .text("journey.door"), "prompt_text": .text(text), "prompt_category": .text("journey"),
            "prompt_depth": .text("light"), "prompt_source": .text("dynamic"), "prompt_favourite": .int(isFavourite ? 1 : 0),
            "prompt_in_take": .int(isInTake ? 1 : 0), "prompt_card": .int(isCard ? 1 : 0), "prompt_revision": .int(3),
        ]
    }

    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ options: FaceOptions = FaceOptions(), _ fields: Fields? = nil)
        -> ScreenRig
    {
        var rig = ScreenRig(columns, rows, options)
        rig.connect()
        rig.tell("wave", ScreenRig.wave(.inputs, "", until: 40 * 48_000, seconds: 30))
        rig.tell("prompts", fields ?? Self.prompt())
        return rig
    }

    @Test("Pictures at all sizes", arguments: [(80, 24), (120, 36), (200, 60), (60, 12), (80, 22)])
    func pictures(size: (Int, Int)) {
        var rig = rig(size.0, size.1)
        Snapshot.check(rig.canvas, "prompt-\(size.0)x\(size.1)")
        guard size == (80, 24) else { return }
        rig.tell("prompts", Self.prompt(isFavourite: true))
        Snapshot.check(
            Snapshot.characters(of: rig.canvas) + "\n" + Snapshot.looks(of: rig.canvas), "prompt-favourite")
        rig.record(90)
        rig.tell("prompts", Self.prompt(isInTake: true))
        Snapshot.check(rig.canvas, "prompt-in-take")
    }

    @Test("Without Unicode and colours")
    func ascii() {
        let rig = rig(80, 24, FaceOptions(glyphs: .ascii, colours: 0), Self.prompt(isFavourite: true))
        #expect(rig.canvas.cells.allSatisfy { $0.character?.isASCII != false })
        Snapshot.check(rig.canvas, "prompt-ascii")
    }

    @Test("A long text has two rows at 80 x 24, and more on a tall screen; its end tells that there is more")
    func long() throws {
        let words = (1...200).map { "word\($0)" }.joined(separator: " ")
        let usual = rig(80, 24, FaceOptions(), Self.prompt(words))
        #expect(usual.text.contains("word1 word2 word3") && usual.text.contains("word20"), "\(usual.text)")
        #expect(!usual.text.contains("word30 "))
        let last = try #require(usual.text.split(separator: "\n").last { $0.contains("word") })
        #expect(last.contains("…"))
        let tall = rig(80, 60, FaceOptions(), Self.prompt(words))
        #expect(tall.text.contains("word40"), "\(tall.text)")
    }

    @Test(
        "No part that is there without a prompt goes: meters, facts and pad stay, and the waveform keeps four rows",
        arguments: [(80, 24), (80, 25), (80, 30), (60, 20), (60, 12), (100, 16), (119, 60), (200, 60)])
    func room(size: (Int, Int)) {
        let without = rig(size.0, size.1, FaceOptions(), Self.prompt(isCard: false))
        let with = rig(size.0, size.1)
        let area = without.face.area(of: .page(.deck))
        let (bare, full) = (
            DeckLayout(area, isSmall: false),
            DeckLayout(area, isSmall: false, card: DeckCard(with.face.view, columns: area.columns - 2))
        )
        #expect(bare.meters.rows == full.meters.rows && bare.pad == full.pad && bare.scale.rows == full.scale.rows)
        #expect(bare.facts.rows == full.facts.rows && bare.source.rows == full.source.rows)
        #expect(bare.ruler.rows == full.ruler.rows && bare.overview.rows == full.overview.rows)
        #expect(full.card.rows == 0 || full.wave.rows >= 4, "\(full)")
        #expect(size.1 < 24 || full.card.rows >= 2, "\(full)")
        #expect(full.card.rows == 0 || full.card.row + full.card.rows == full.pad.row, "\(full)")
    }

    @Test("Each key and each button sends its command")
    func commands() throws {
        for (key, word, line) in [
            ("u", "speak about it", "rec yes"), ("n", "another", "prompt show yes"), ("f", "favourite", "prompt favourite"),
            ("x", "hide", "prompt hide"),
        ] {
            var byKey = rig()
            byKey.press(key)
            #expect(byKey.sent == [line], "\(byKey.sent)")
            var byMouse = rig()
            let place = try #require(byMouse.place(of: " \(key) \(word) "), "\(word)")
            byMouse.click(place.column + 2, place.row)
            #expect(byMouse.requests == byKey.requests, "\(word)")
        }
        #expect(rig().requests.isEmpty)
        var favourite = rig(80, 24, FaceOptions(), Self.prompt(isFavourite: true))
        favourite.press("f")
        #expect(favourite.sent == ["prompt favourite yes"], "\(favourite.sent)")
    }

    @Test("The buttons have the user's keys")
    func ownKeys() throws {
        var rig = rig()
        rig.face.keys = try KeyBindings("another-prompt=f7")
        #expect(rig.text.contains(" f7 another "))
        rig.press("n")
        #expect(rig.requests.isEmpty)
        rig.press("f7")
        #expect(rig.sent == ["prompt show yes"])
    }

    @Test("A prompt that the card has no room for is told in a line; a refusal in each case")
    func told() {
        var rig = rig(60, 12)
        rig.answers = ["prompt": Reply(Self.prompt("Where is the key?"))]
        rig.press("n")
        #expect(rig.text.contains("Where is the key?"))
        rig = self.rig()
        rig.answers = ["prompt": Reply(Self.prompt("Where is the key?"))]
        rig.press("n")
        #expect(!rig.text.contains("Where is the key?"), "the card shows it once the topic tells it")
        rig.failure = Failure(.notFound, "the catalogue has no prompt")
        for key in ["n", "u", "f", "x"] {
            rig.press(key)
            #expect(rig.text.contains("the catalogue has no prompt"), "\(key)")
            rig.wait(6)
        }
    }

    @Test("In a take the text of its prompt stays, without keys; another take shows none")
    func inTake() {
        var rig = rig()
        rig.record(90)
        #expect(!rig.text.contains("describe a door"))
        rig.tell("prompts", Self.prompt(isInTake: true))
        #expect(rig.text.contains("describe a door") && !rig.text.contains("another") && !rig.text.contains("speak about it"))
    }

    @Test("The setting, an engine that is gone, and no prompt leave the deck as it was")
    func none() {
        let bare = rig(80, 24, FaceOptions(), [:])
        #expect(rig(80, 24, FaceOptions(), Self.prompt(isCard: false)).canvas == bare.canvas)
        #expect(rig(80, 24, FaceOptions(), Self.prompt("")).canvas == bare.canvas)
        #expect(rig(80, 24, FaceOptions(), Self.prompt("  \n ")).canvas == bare.canvas)
        var gone = rig()
        gone.take(.link(.gone("the engine is gone")))
        #expect(!gone.text.contains("describe a door"))
    }

    @Test("Fields that another program sent do no harm")
    func hostile() {
        for value in [
            Value.double(.nan), .double(.infinity), .int(.min), .flag(true), .text("\u{1b}[2J\u{9b}0m\u{202e}x\n\ny"),
            .text(String(repeating: "語", count: 100_000)), .text(String(repeating: "a b ", count: 50_000)),
        ] {
            let fields = Topic.prompts.fields.filter { $0 != "prompt_card" }.map { Field($0, value) }
            let rig = rig(80, 24, FaceOptions(), Fields(fields + [Field("prompt_card", .int(1))]))
            let evil = rig.canvas.cells.contains {
                $0.character?.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e } == true
            }
            #expect(!evil && rig.text.contains("REC/PAUSE"))
        }
    }
}
