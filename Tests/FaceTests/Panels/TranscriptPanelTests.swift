// Tests of the page of the transcript.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Transcript (W6, W7)")
struct TranscriptPanelTests {
    /// Three lines of a talk, the second of them doubtful and long.
    static let lines: [Fields] = [
        line(0, 2, "Good morning, and welcome to the old bridge.", "Ann", 0.9),
        line(
            2, 9, "The mayor says that " + String(repeating: "the river rises every spring and ", count: 4) + "nobody minds.", "",
            0.3),
        line(9, 12, "Thank you\u{1b}[2J.", "Ben", 1),
    ]

    private static func line(_ from: Int64, _ until: Int64, _ text: String, _ speaker: String, _ confidence: Double) -> Fields {
        [
            "from_frames": .int(from * 48_000), "to_frames": .int(until * 48_000), "text": .text(text),
            "confidence": .double(confidence),
        ] + (speaker.isEmpty ? [:] : ["speaker": .text(speaker)])
    }

    static func words(_ line: Int, revision: Int64 = 1) -> Fields {
        [
            "words_line": .int(Int64(line)), "words_word": .text("the"), "words_lines": .int(3), "words_doubtful": .int(2),
            "words_revision": .int(revision),
        ]
    }

    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ lines: [Fields] = lines, playing: Bool = true) -> PageRig {
        var rig = PageRig(columns, rows)
        rig.transcript = lines
        rig.connect(page: "9", loaded: "interview")
        rig.take(.state(topic: "transport", PageRig.transport(loaded: "interview", play: playing ? "playing" : "stopped")))
        rig.take(.state(topic: "words", Self.words(lines.isEmpty ? 0 : 1)))
        rig.take(.state(topic: "position", ScreenRig.position(3 * 48_000, of: 20 * 48_000)))
        return rig
    }

    /// The requests of a verb, without questions.
    private func changes(_ rig: PageRig, _ verb: String = "transcript") -> [Request] {
        rig.requests.filter { $0.name == verb && $0.text(.do) != "show" }
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12), (40, 8)])
    func pictures(size: (Int, Int)) {
        Snapshot.check(rig(size.0, size.1).canvas, "transcript-\(size.0)x\(size.1)")
    }

    @Test("a line that is typed stands below the text, with its time")
    func pictureOfTyping() {
        var rig = rig()
        rig.take(.state(topic: "position", ScreenRig.position(13 * 48_000, of: 20 * 48_000)))
        rig.press("n")
        rig.type("so it does")
        Snapshot.check(rig.canvas, "transcript-typing")
    }

    @Test("a recording without words says how it gets some")
    func none() {
        let rig = rig(80, 24, [])
        #expect(rig.text.contains("No words yet. Press n to type them"), "\(rig.text)")
    }

    @Test("the words are followed only once their page is there")
    func follows() {
        var face = Face(FaceOptions())
        _ = face.take(.input(.resize(columns: 80, rows: 24)), at: 0)
        _ = face.take(.link(.connected(engine: "dicta")), at: 0)
        #expect(face.followed[.words] == nil && face.followed[.position] != nil)
        _ = face.take(.input(.key(.character("9"))), at: 1)
        #expect(face.followed[.words] != nil && face.followed[.position] != nil)
    }

    @Test("the text follows the playhead, until the user moves, and again from a line that is played")
    func following() {
        var rig = rig()
        rig.take(.state(topic: "words", Self.words(3)))
        rig.press("enter")
        #expect(changes(rig, "play").last?.time(.from)?.frames(rate: 48_000) == 432000)
        rig.press("up", "up")
        rig.take(.state(topic: "words", Self.words(2)))
        rig.press("enter")
        #expect(changes(rig, "play").last?.time(.from)?.frames(rate: 48_000) == 0)
        rig.take(.state(topic: "words", Self.words(1)))
        rig.take(.state(topic: "words", Self.words(2)))
        rig.press("enter")
        #expect(changes(rig, "play").last?.time(.from)?.frames(rate: 48_000) == 96000)
    }

    @Test("j, k and l are the shuttle, and u goes to doubtful lines")
    func keys() {
        var rig = rig()
        rig.press("j", "k", "l", "l")
        #expect(rig.sent("shuttle") == ["shuttle back", "shuttle stop", "shuttle forward", "shuttle forward"])
        rig.press("u")
        #expect(changes(rig, "play").last?.time(.from)?.frames(rate: 48_000) == 96000)
        rig.press("u")
        #expect(rig.text.contains("No doubtful word follows"))
        rig.press("down", "U")
        #expect(changes(rig, "play").count == 2)
    }

    @Test("a new line begins where n was pressed, ends at the playhead, and the next one begins there")
    func newLines() {
        var rig = rig(80, 24, [])
        rig.press("n")
        rig.type("good morning")
        #expect(rig.sent("typing").count == 12)
        rig.take(.state(topic: "position", ScreenRig.position(5 * 48_000, of: 20 * 48_000)))
        rig.press("enter")
        rig.type("(Ben) yes")
        rig.take(.state(topic: "position", ScreenRig.position(7 * 48_000, of: 20 * 48_000)))
        rig.press("enter", "escape")
        let written = changes(rig)
        #expect(written.map { $0.text(.text) } == ["good morning", "(Ben) yes"])
        #expect(written.map { $0.time(.from)?.frames(rate: 48_000) } == [144000, 240000])
        #expect(written.map { $0.time(.until)?.frames(rate: 48_000) } == [240000, 336000])
        #expect(written.allSatisfy { $0.text(.instead) == nil && $0.text(.do) == "write" })
    }

    @Test("a new line is not written over words")
    func newLineAmongWords() {
        var rig = rig()
        rig.press("n")
        #expect(rig.text.contains("Words are there already: press e"), "\(rig.text)")
        // Behind the last line, and at most until the next one.
        rig.transcript = [Self.lines[0], Self.lines[2]]
        rig.take(.state(topic: "words", Self.words(0, revision: 2)))
        rig.press("n")
        rig.type("then")
        rig.take(.state(topic: "position", ScreenRig.position(10 * 48_000, of: 20 * 48_000)))
        rig.press("enter")
        #expect(changes(rig).last?.time(.until)?.frames(rate: 48_000) == 432_000)
        // Words are at the playhead: no further line begins there.
        rig.press("u")
        #expect(changes(rig).count == 1)
    }

    @Test("an edited line keeps its stretch, and tells the text that it replaces")
    func edits() {
        var rig = rig()
        rig.press("e")
        rig.type("!")
        rig.press("enter")
        let written = changes(rig)
        #expect(written.map { $0.text(.text) } == ["(Ann) Good morning, and welcome to the old bridge.!"])
        #expect(written[0].time(.from)?.frames(rate: 48_000) == 0 && written[0].time(.until)?.frames(rate: 48_000) == 96000)
        #expect(written[0].text(.instead) == "Good morning, and welcome to the old bridge.")
        // An unchanged line is not written.
        rig.press("e", "enter")
        #expect(changes(rig).count == 1)
        rig.press("D")
        #expect(rig.text.contains("Remove the words of this line?") && changes(rig).count == 1)
        rig.press("enter")
        #expect(changes(rig).last?.text(.text) == "")
    }

    @Test("a text that was refused comes back, and so does a new line that was left")
    func nothingIsLost() {
        var rig = rig()
        rig.failure = Failure(.refused, "the disk is full")
        rig.press("e")
        rig.type(" indeed")
        rig.press("enter")
        #expect(rig.text.contains("the disk is full") && rig.text.contains("old bridge. indeed"), "\(rig.text)")
        rig.take(.state(topic: "position", ScreenRig.position(13 * 48_000, of: 20 * 48_000)))
        rig.press("escape", "n")
        rig.type("half a")
        rig.press("escape")
        #expect(!rig.text.contains("half a"))
        rig.press("n")
        #expect(rig.text.contains("half a"))
        // Another connection keeps it as well.
        rig.take(.link(.gone("the engine is gone")))
        rig.failure = nil
        rig.connect(page: "9", loaded: "interview")
        rig.take(.state(topic: "position", ScreenRig.position(13 * 48_000, of: 20 * 48_000)))
        rig.press("n")
        #expect(rig.text.contains("half a"), "\(rig.text)")
    }

    @Test("a changed text is read again, and the selection stays at its place of the sound")
    func changes() {
        var rig = rig(playing: false)
        rig.press("end")
        rig.transcript.insert(Self.line(1, 2, "And now", "", 1), at: 1)
        rig.take(.state(topic: "words", Self.words(0, revision: 2)))
        #expect(rig.text.contains("And now"))
        rig.press("enter")
        #expect(changes(rig, "play").last?.time(.from)?.frames(rate: 48_000) == 432000)
    }

    @Test("the mouse selects, plays, scrolls, and moves the playhead by the waveform")
    func mouse() throws {
        var rig = rig()
        rig.mouse(.press, try #require(rig.place(of: "Thank you")))
        rig.mouse(.press, try #require(rig.place(of: "Thank you")))
        #expect(changes(rig, "play").last?.time(.from)?.frames(rate: 48_000) == 432000)
        rig.mouse(.press, (40, 4))
        #expect(!rig.sent("locate").isEmpty)
        rig.mouse(.press, try #require(rig.place(of: "shuttle-forward")))
        #expect(rig.sent("shuttle") == ["shuttle forward"])
    }
}
