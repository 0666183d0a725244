// Tests with random keys, mouse, messages and sizes: the screen takes anything (T11 to T13).
import Dictation
import Drawing
import TestSupport
import Testing

@testable import Face

@Suite struct AnythingTests {
    @Test("Any keys, mouse, messages and sizes draw a picture of the window's size, without control characters")
    func anything() {
        var dice = Dice()
        let topics =
            ["transport", "position", "meters", "gains", "rate", "loop", "markers", "operations", "library", "xruns", "disk"]
            + [
                "lock", "sources", "wave", "cues", "timer", "words", "queue", "schedule", "pedals", "prompts", "questions",
                "nonsense",
            ]
        for _ in 0..<(QuickRun.isOn ? 8 : 24) {
            let glyphs = FaceOptions.Glyphs.allCases[dice.next(below: 3)]
            var rig = ScreenRig(dice.next(below: 301), dice.next(below: 101), FaceOptions(glyphs: glyphs))
            rig.markers = [("\u{1b}]0;evil\u{7}", 5), (String(repeating: "語", count: 200), 48_000)]
            switch dice.next(below: 3) {
            case 0: rig.record(Int64(dice.next(below: 10_000)))
            case 1: rig.play(Int64(dice.next(below: 400)), of: Int64(dice.next(below: 400)))
            default: break
            }
            for _ in 0..<40 {
                switch dice.next(below: 12) {
                case 0: rig.input(.resize(columns: dice.next(below: 301), rows: dice.next(below: 101)))
                case 1: rig.tell(topics[dice.next(below: topics.count)], Self.garbage(&dice, rig))
                case 2, 3: rig.mouse(Self.kinds[dice.next(below: 6)], dice.next(below: 310) - 5, dice.next(below: 110) - 5)
                case 4: rig.wait(Double(dice.next(below: 3000)) / 1000)
                case 5: rig.input(.paste("a\nb\u{1b}[31m"))
                case 6: rig.failure = dice.next(below: 2) == 0 ? nil : Failure(.refused, "no\u{9b}31m")
                default: rig.input(.key(Self.key(&dice)))
                }
                rig.now += 0.01
                let canvas = rig.face.picture(at: rig.now).canvas
                #expect(canvas.columns == rig.face.columns && canvas.rows == rig.face.rows)
                // Parts of the picture before were used again: none shows what has changed since.
                guard dice.next(below: 3) == 0 else { continue }
                rig.face.still = [:]
                let whole = rig.face.picture(at: rig.now).canvas
                let stale = (0..<whole.rows).filter { canvas.text(ofRow: $0) != whole.text(ofRow: $0) }
                #expect(stale.isEmpty, "\(stale.map { "\(canvas.text(ofRow: $0))\n\(whole.text(ofRow: $0))" })")
                let isSame = canvas == whole
                #expect(isSame)
            }
            #expect(!rig.canvas.cells.contains { Self.isControl($0.character) })
        }
    }

    @Test("Each page beside the deck shows each change at once (T14)")
    func nothingIsStale() {
        let changes: [(String, Fields)] = [
            ("operations", Self.operation(10)), ("operations", Self.operation(60)),
            ("transport", ScreenRig.transport("recording", "stopped", take: "idea", loaded: "memo")),
            ("transport", ScreenRig.transport("idle", "playing", loaded: "memo")),
            ("gains", ["master": .double(0.3), "monitor": .text("always")]), ("rate", ScreenRig.sound(0.7, 200)),
            ("loop", ScreenRig.loop(48_000, 96_000)), ("lock", ["locked": .flag(true), "lock_seconds": .double(0)]),
            ("lock", ["locked": .flag(false), "lock_seconds": .double(0)]),
            ("sources", ["source_state": .text("lost"), "source_ports": .list([]), "source_count": .int(0)]),
            ("disk", ["disk_free_bytes": .int(0), "disk_seconds_left": .double(0)]),
            ("timer", ScreenRig.timer("running", left: 250)), ("timer", ScreenRig.timer("paused", left: 249)),
            ("cues", ScreenRig.cues(bed: "pink", spoken: 42)),
            ("words", ["words_line": .int(2), "words_lines": .int(3), "words_doubtful": .int(1), "words_revision": .int(4)]),
            ("loop", ScreenRig.loop(48_000, 96_000) + ["typing": .flag(true)]),
            ("prompts", PromptCardTests.prompt()), ("questions", AskPanelTests.question("asking", 3)),
            ("questions", AskPanelTests.question("listening", 3)), ("questions", AskPanelTests.question("asking", 4)),
            ("transport", ScreenRig.transport("counting", "stopped")), ("cues", ScreenRig.cues(countIn: 3)),
            ("position", ScreenRig.position(144_000, of: 14_400_000)), ("meters", ScreenRig.meters(-3, -1, -2, -1)),
        ]
        for page in ["2", "3", "4", "5", "6", "7", "8", "9", "0"] {
            var rig = ScreenRig(200, 60)
            rig.play(37, of: 300)
            rig.press(page)
            for (topic, fields) in changes {
                _ = rig.face.picture(at: rig.now)
                rig.tell(topic, fields)
                let canvas = rig.face.picture(at: rig.now).canvas
                rig.face.still = [:]
                let isSame = canvas == rig.face.picture(at: rig.now).canvas
                #expect(isSame, "page \(page), topic \(topic)")
            }
        }
    }

    private static func operation(_ percent: Double) -> Fields {
        [
            "kind": .text("export"), "name": .text("memo"), "percent": .double(percent), "operation_id": .int(3),
            "operation_state": .text("running"), "operations_running": .int(1), "operation_seconds_left": .double(9),
            "operation_error": .text(""),
        ]
    }

    @Test("Sizes from 0 x 0 to 300 x 100 have a picture, with and without a page and a dialog")
    func sizes() {
        for opening in ["", "d", "?"] {
            var rig = ScreenRig()
            rig.play(37, of: 300)
            rig.press(opening)
            for rows in [0, 1, 2, 3, 4, 5, 8, 11, 12, 13, 16, 17, 24, 31, 60, 100] {
                for columns in [0, 1, 2, 3, 19, 23, 24, 40, 59, 60, 73, 80, 119, 120, 300] {
                    rig.input(.resize(columns: columns, rows: rows))
                    #expect(rig.canvas.cells.count == columns * rows)
                }
            }
        }
    }

    @Test("Names with control characters reach no cell, wherever they are shown")
    func names() {
        let evil = "a\u{1b}[2J\u{9b}0m\u{202e}b\n\u{7}"
        var rig = ScreenRig(200, 60)
        rig.markers = [(evil, 48_000)]
        rig.connect()
        rig.tell("transport", ScreenRig.transport("idle", "playing", loaded: evil))
        rig.tell("markers", ["count": .int(1), "recording": .text(evil)])
        rig.tell("position", ScreenRig.position(48_000, of: 4_800_000))
        rig.tell("sources", ["source_state": .text("connected"), "source_ports": .list([evil])])
        rig.take(.link(.connected(engine: evil)))
        rig.press("i")
        #expect(!rig.canvas.cells.contains { Self.isControl($0.character) })
        rig.take(.link(.gone(evil)))
        #expect(!rig.canvas.cells.contains { Self.isControl($0.character) })
    }

    private static let kinds: [MouseEvent.Kind] = [.press, .drag, .release, .menu, .wheelUp, .wheelDown]

    private static func isControl(_ character: Character?) -> Bool {
        character?.unicodeScalars.contains { $0.value < 32 || (127..<160).contains($0.value) || $0.value == 0x202e } == true
    }

    private static func key(_ dice: inout Dice) -> Key {
        switch dice.next(below: 4) {
        case 0: .named(Key.Name.allCases[dice.next(below: Key.Name.allCases.count)])
        case 1: .control("abcdefghijklmnopqrstuvwxyz".randomElement(using: &dice) ?? "a")
        case 2: .function(1 + dice.next(below: 12))
        default: .character(Character(Unicode.Scalar(UInt8(32 + dice.next(below: 95)))))
        }
    }

    /// Fields of any topic with values of any kind.
    private static func garbage(_ dice: inout Dice, _ rig: ScreenRig) -> Fields {
        var fields = Fields()
        let keys = Topic.allCases.flatMap(\.fields) + ["locked", "lock_seconds", "source_state", "source_ports", "wave_source"]
        for key in keys where dice.next(below: 3) > 0 {
            let values: [Value] = [
                .int(.max), .int(.min), .int(-1), .int(Int64(dice.next(below: 1_000_000))), .double(.nan), .double(.infinity),
                .double(-1e300), .double(Double(dice.next(below: 1000))), .text("\u{1b}[31m"), .text("recording"),
                .text("counting"), .text("paused"),
                .text("playing"), .text("running"), .text("take"), .text("listening"), .text("asking"), .flag(true), .flag(false),
            ]
            // The lock is rare: it would hold all the rest.
            if key == "locked", dice.next(below: 5) > 0 { continue }
            fields.append(key, values[dice.next(below: values.count)])
        }
        return fields
    }
}
