// Tests of all pages together.
import Dictation
import Drawing
import TestSupport
import Testing

@testable import Face

@Suite("Pages")
struct PageTests {
    @Test("random keys, text and mouse on every page and at every size never crash")
    func random() {
        var dice = Dice()
        for _ in [1, 2, 3, 4, 5, 6, 7, 8].few {
            var rig = PageRig(80, 24, recordings: PageRig.three + PageRig.many(300))
            rig.markers = [["marker": .int(1), "name": .text("a"), "frames": .int(.max)], ["marker": .text("x")]]
            rig.operations = [["operation": .int(1), "state": .text("running"), "percent": .double(.nan)]]
            rig.queue = QueuePanelTests.names
            rig.schedule = SchedulePanelTests.takes
            rig.transcript = TranscriptPanelTests.lines
            AskPanelTests.fill(&rig)
            rig.connect(page: "\((dice.next(below: 9) + 2) % 10)", loaded: "interview with the mayor")
            let keys = KeyTable.all.flatMap(\.keys).filter { $0 != .character("q") }
            for _ in 0..<200 {
                switch dice.next(below: 8) {
                case 0: rig.input(.resize(columns: dice.next(below: 160), rows: dice.next(below: 60)))
                case 1:
                    let kinds: [MouseEvent.Kind] = [.press, .drag, .release, .menu, .wheelUp, .wheelDown]
                    rig.mouse(kinds[dice.next(below: 6)], (dice.next(below: 130), dice.next(below: 40)))
                case 2: rig.input(.paste("a\nb\u{1b}"))
                case 3: rig.take(.state(topic: "library", ["revision": .int(Int64(dice.next(below: 9)))]))
                default: rig.input(.key(keys[dice.next(below: keys.count)]))
                }
                _ = rig.canvas
            }
        }
    }

    @Test("answers that are garbage never crash")
    func garbage() {
        var rig = PageRig(120, 36)
        rig.holdsAnswers = true
        rig.connect(page: "2", loaded: "x")
        rig.press("3", "4", "5", "6", "7", "8", "9", "0", "o")
        let item: Fields = [
            "name": .int(5), "seconds": .double(.infinity), "bytes": .double(-.infinity), "tags": .flag(true),
            "markers": .text("x"),
            "operation": .double(1e300), "percent": .text("x"), "port": .int(3), "key": .flag(false), "frames": .int(.min),
            "sheet": .int(7), "questions": .double(.nan), "answered": .double(.infinity), "from_seconds": .double(-.infinity),
            "number": .int(.min), "question_id": .flag(true), "question": .double(.nan),
            "from_frames": .int(.max), "to_frames": .int(.min), "confidence": .double(.nan), "text": .int(3),
        ]
        var rounds = 0
        while let (ticket, _) = rig.open.popLast(), rounds < 100 {
            rounds += 1
            rig.take(.answer(ticket: ticket, .success(Reply(["total": .double(1e300)], items: [item, [:]]))))
            _ = rig.canvas
        }
        for page in ["2", "3", "4", "5", "6", "7", "8", "9", "0"] {
            rig.press(page)
            rig.press("end", "home", "enter")
            _ = rig.canvas
        }
    }

    @Test("every action of a page has its button or its row to click on the page")
    func reachable() {
        let pages: [(String, KeyContext)] = [
            ("2", .library), ("3", .markers), ("4", .operations), ("6", .timer), ("7", .queue), ("8", .schedule),
            ("9", .transcript), ("0", .ask),
        ]
        for (page, context) in pages {
            var rig = PageRig(80, 24, recordings: PageRig.many(3))
            rig.markers = [["marker": .int(1), "name": .text("a"), "frames": .int(1)]]
            rig.operations = [["operation": .int(1), "verb": .text("copy"), "state": .text("running")]]
            rig.queue = ["a"]
            rig.schedule = SchedulePanelTests.takes
            AskPanelTests.fill(&rig)
            rig.connect(page: page, loaded: "take-10000")
            var actions: Set<ScreenAction> = []
            for case .action(_, let action) in rig.sketch.regions.map(\.target) { actions.insert(action) }
            // The values of the timer change by a click on their arrows, as those of the options do.
            let values: Set<ScreenAction> =
                switch context {
                case .timer: [.less, .more, .change, .reset]
                // A click on the waveform moves the playhead.
                case .transcript: [.nudgeBack, .nudgeForward, .stepBack, .stepForward]
                // A click moves from the sheets to the questions.
                case .ask: [.less, .more]
                default: []
                }
            for row in KeyTable.all where row.context == context && !values.contains(row.action) {
                #expect(actions.contains(row.action), "\(row.action) is not on page \(page)")
            }
        }
    }
}
