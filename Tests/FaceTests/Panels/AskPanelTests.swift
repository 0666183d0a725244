// Tests of the page of question sheets (T7, G5).
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Question sheets (G5)")
struct AskPanelTests {
    /// Twelve questions.
    private static let questions = [
        "Who lived in the house when you were small?", "Which room had the best light?", "What did the kitchen smell of?",
        "Describe the way from the gate to the door, with all that stood beside it, as you walked it on a winter morning.",
        "Which sound woke you?", "Was there a room that you were afraid of?", "What hung on the walls?", "Who came to visit?",
        "Where did you hide things?", "What was broken, and never mended?", "What would you take from it today?",
        "Who lives there now?",
    ]

    /// Sheets, their sums and answers, as an engine tells them.
    static func fill(_ rig: inout PageRig) {
        rig.sheets = [
            ["sheet": .text("house"), "questions": .int(12), "required": .int(3)],
            ["sheet": .text("story"), "questions": .int(8), "required": .int(0)],
            ["sheet": .text("a sheet with a long name"), "questions": .int(2), "required": .int(2)],
        ]
        rig.sums = [
            "house": [
                "sheet": .text("house"), "name": .text("house 2"), "answered": .int(3), "count": .int(12),
                "required_left": .int(2), "percent": .double(25),
            ],
            "story": ["sheet": .text("story"), "name": .text(""), "answered": .int(0), "required_left": .int(0)],
            "a sheet with a long name": [
                "name": .text("a sheet with a long name"), "answered": .int(2), "required_left": .int(0),
            ],
        ]
        rig.questions["story"] = (1...8).map { number in
            [
                "number": .int(Int64(number)), "question_id": .text("story.\(number)"), "answered": .flag(false),
                "question": .text(number == 1 ? "Where does it begin?" : "And what comes after that, in chapter \(number)?"),
                "required": .flag(number == 1),
            ]
        }
        rig.answers = questions.enumerated().map { index, question in
            var fields: Fields = [
                "number": .int(Int64(index + 1)), "question_id": .text("house.\(index + 1)"), "question": .text(question),
                "answer": .text(index == 0 ? "My grandmother, two aunts, and a dog that nobody had a name for." : ""),
                "answered": .flag(index < 3), "required": .flag(index % 4 == 0), "category": .text("house"),
            ]
            if index < 3 { fields.append("from_seconds", .double(Double(index) * 21.5)) }
            return fields
        }
    }

    /// The topic during a round.
    static func question(_ state: String, _ number: Int, required: Int64 = 2) -> Fields {
        [
            "question_state": .text(state), "question_sheet": .text("house"), "question_id": .text("house.\(number)"),
            "question_text": .text(questions[number - 1]), "question_hint": .text("Anything that comes to your mind."),
            "question_number": .int(Int64(number)), "question_count": .int(12), "question_answered": .int(3),
            "question_required_left": .int(required), "question_percent": .double(25),
            "question_recording": .text("house 2"), "question_revision": .int(9),
        ]
    }

    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ options: FaceOptions = FaceOptions()) -> PageRig {
        var rig = PageRig(columns, rows, options)
        Self.fill(&rig)
        rig.connect(page: "0")
        rig.take(.state(topic: "meters", ScreenRig.meters(-21, -18, -7, -3)))
        return rig
    }

    private func tell(_ rig: inout PageRig, _ state: String, _ number: Int, required: Int64 = 2) {
        rig.take(.state(topic: "questions", Self.question(state, number, required: required)))
    }

    /// The commands about sheets, without the questions about them.
    private func orders(_ rig: PageRig) -> [String] {
        rig.sent("ask", "answer", "play", "stop", "rec").filter { !$0.hasPrefix("ask list") && !$0.hasPrefix("ask status") }
    }

    @Test(
        "Pictures at all sizes and of all states",
        arguments: [(80, 24), (120, 36), (200, 60), (60, 12), (40, 8), (60, 24)])
    func pictures(size: (Int, Int)) {
        var rig = rig(size.0, size.1)
        let name = "ask-\(size.0)x\(size.1)"
        Snapshot.check(rig.canvas, "\(name)-sheets")
        tell(&rig, "listening", 4)
        Snapshot.check(rig.canvas, "\(name)-listening")
        guard size == (80, 24) else { return }
        tell(&rig, "asking", 5)
        Snapshot.check(rig.canvas, "ask-asking")
        tell(&rig, "answering", 5, required: 0)
        Snapshot.check(Snapshot.characters(of: rig.canvas) + "\n" + Snapshot.looks(of: rig.canvas), "ask-answering")
        rig.press("1")
        Snapshot.check(rig.canvas, "ask-header")
    }

    @Test("Without Unicode and colours")
    func ascii() {
        var rig = rig(80, 24, FaceOptions(glyphs: .ascii, colours: 0))
        tell(&rig, "answering", 4)
        #expect(rig.canvas.cells.allSatisfy { $0.character?.isASCII != false })
        Snapshot.check(rig.canvas, "ask-ascii")
    }

    @Test("Enter begins the selected sheet; N begins it in a new recording")
    func begin() {
        var rig = rig()
        rig.press("enter")
        rig.press("down", "enter", "N")
        #expect(orders(rig) == ["ask start house", "ask start story", "ask start story yes"], "\(orders(rig))")
        rig.failure = Failure(.wrongState, "all questions are answered")
        rig.press("enter")
        #expect(rig.text.contains("all questions are answered"))
    }

    @Test("The keys and the buttons of a round send their commands")
    func round() throws {
        for (key, action, line) in [
            ("n", ScreenAction.askSkip, "ask skip"), ("a", .askRepeat, "ask repeat"), ("b", .askBack, "ask back"),
            ("s", .askStop, "ask stop"),
        ] {
            var byKey = rig()
            tell(&byKey, "listening", 4)
            byKey.press(key)
            #expect(orders(byKey) == [line], "\(key)")
            var byMouse = rig()
            tell(&byMouse, "listening", 4)
            let button = try #require(byMouse.sketch.regions.first { $0.target == .action(.page(.ask), action) })
            byMouse.mouse(.press, (button.area.column, button.area.row))
            #expect(orders(byMouse) == [line], "\(action)")
        }
        // Without a round the key of stop does what it does everywhere.
        var rig = rig()
        rig.press("s")
        #expect(orders(rig) == ["stop"])
    }

    @Test("Enter on a question plays its answer from its place; one without a sound says so")
    func play() throws {
        var rig = rig()
        rig.press("right", "down", "enter")
        #expect(orders(rig) == ["play house 2 21.5"], "\(orders(rig))")
        rig.press("end", "enter")
        #expect(orders(rig).count == 1 && rig.text.contains("No sound answers"), "\(rig.text)")
        // The second click plays, the first one selects.
        let third = try #require(rig.place(of: "3 What did the kitchen"))
        rig.mouse(.press, third)
        rig.mouse(.press, third)
        #expect(orders(rig).last == "play house 2 43.0" && orders(rig).count == 2, "\(orders(rig))")
        rig.press("escape")
        rig.press("enter")
        #expect(orders(rig).last == "ask start house", "\(orders(rig))")
    }

    @Test("e types the answer to the selected question, but not while a take into its recording runs")
    func typed() {
        var rig = rig()
        rig.press("right", "down", "e")
        #expect(rig.text.contains("Which room had the best light?"))
        rig.type("The kitchen, at eight")
        rig.press("enter")
        #expect(orders(rig) == ["answer house 2 house.2 The kitchen, at eight house"], "\(orders(rig))")
        // The text that is there can be changed, and taken away.
        rig.press("up", "e", "ctrl-u", "enter")
        #expect(orders(rig).last == "answer house 2 house.1  house", "\(orders(rig))")
        rig.take(.state(topic: "transport", PageRig.transport(take: "house 2")))
        rig.press("e")
        #expect(rig.text.contains("A take into house 2 runs") && rig.face.dialogs.isEmpty, "\(rig.text)")
        rig.press("home", "left")
        #expect(orders(rig).count == 2)
    }

    @Test("The question that is asked is selected, and the list can be read meanwhile")
    func selection() {
        var rig = rig()
        tell(&rig, "asking", 4)
        rig.press("e")
        #expect(rig.text.contains("Describe the way from the gate"))
        rig.press("escape", "home", "e")
        #expect(rig.text.contains("Who lived in the house"))
        rig.press("escape")
        tell(&rig, "listening", 4)
        rig.press("e")
        #expect(rig.text.contains("Who lived in the house"), "a new state of the same question moves nothing")
        rig.press("escape")
        tell(&rig, "asking", 5)
        rig.press("e")
        #expect(rig.text.contains("Which sound woke you?"))
    }

    @Test("The sums are asked for once, again after a round, and not for each message")
    func frugal() {
        var rig = rig()
        #expect(rig.sent("ask") == ["ask list", "ask status house", "ask status story", "ask status a sheet with a long name"])
        #expect(rig.sent("answers") == ["answers house 2 house"])
        for _ in 0..<5 { rig.take(.state(topic: "meters", ScreenRig.meters(-21, -18, -7, -3))) }
        #expect(rig.sent("ask").count == 4 && rig.sent("answers").count == 1)
        tell(&rig, "asking", 4)
        for _ in 0..<5 { tell(&rig, "asking", 4) }
        #expect(rig.sent("ask").count == 8)
        rig.take(.state(topic: "questions", ["question_state": .text("idle")]))
        #expect(rig.sent("ask").count == 12)
        // Another page is looked at: nothing is asked for until this one has the focus again.
        rig.press("1")
        for revision in 1...5 { rig.take(.state(topic: "library", ["revision": .int(Int64(revision))])) }
        #expect(rig.sent("ask").count == 12)
        rig.press("0")
        #expect(rig.sent("ask").count == 16)
    }

    @Test("The header tells the sheet on other pages, and a click shows its page")
    func header() throws {
        var rig = rig()
        tell(&rig, "listening", 4)
        rig.press("2")
        let place = try #require(rig.place(of: "ask house"))
        #expect(place.row == 0 && rig.canvas.text(ofRow: 0).contains("ask house  4 of 12"))
        rig.mouse(.press, place)
        #expect(rig.face.tab == .ask)
        rig.take(.state(topic: "questions", ["question_state": .text("idle")]))
        #expect(!rig.canvas.text(ofRow: 0).contains("house"))
    }

    @Test("A sheet without a recording shows its questions; a list that fails shows why")
    func empty() {
        var rig = rig()
        rig.press("down")
        #expect(rig.text.contains("!  1 Where does it begin?") && rig.text.contains("8 And what comes after"))
        rig.press("up")
        #expect(rig.text.contains("Which room had the best light?") && !rig.text.contains("Where does it begin?"))
        rig.press("down", "right", "enter")
        #expect(orders(rig).isEmpty && rig.text.contains("There is no recording with answers yet"), "\(rig.text)")
        rig.press("e")
        #expect(rig.face.dialogs.isEmpty && rig.text.contains("There is no recording with answers yet"), "\(rig.text)")
        var none = PageRig()
        none.connect(page: "0")
        #expect(none.text.contains("There is no question sheet."))
    }

    @Test("Fields that another program sent do no harm, at any size")
    func hostile() {
        for value in [
            Value.double(.nan), .double(.infinity), .double(-1e300), .int(.min), .int(.max), .flag(true),
            .text("\u{1b}[2J\u{9b}0m\u{202e}x\n\ny"), .text(String(repeating: "語", count: 20_000)),
        ] {
            for (columns, rows) in [(80, 24), (60, 12), (20, 3), (300, 100), (1, 1)] {
                var rig = PageRig(columns, rows)
                let all =
                    ["sheet", "questions", "required", "name", "answered", "required_left", "number"]
                    + ["question_id", "question", "answer", "from_seconds"]
                let item = Fields(all.map { Field($0, value) })
                rig.sheets = [item, ["sheet": .text("house")]]
                rig.sums = ["house": item + ["name": .text("x")]]
                rig.answers = [item, [:]]
                rig.connect(page: "0")
                for state in ["asking", "listening", "answering", "idle", "nonsense"] {
                    let fields = Topic.questions.fields.dropFirst().map { Field($0, value) }
                    rig.take(.state(topic: "questions", Fields([Field("question_state", .text(state))] + fields)))
                    rig.press("down", "right", "down", "enter", "e")
                    rig.press("escape", "escape")
                    let canvas = rig.canvas
                    #expect(canvas.cells.count == columns * rows)
                    let evil = canvas.cells.contains {
                        $0.character?.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e } == true
                    }
                    #expect(!evil)
                }
            }
        }
    }
}
