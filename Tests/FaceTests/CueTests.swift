// Tests of count-in, timer, bed and speech on the deck (K3, K6, K8).
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Cues on the deck")
struct CueTests {
    private func counting(_ columns: Int = 80, _ rows: Int = 24, _ options: FaceOptions = FaceOptions()) -> ScreenRig {
        var rig = ScreenRig(columns, rows, options)
        rig.connect()
        rig.tell("wave", ScreenRig.wave(.inputs, "", until: 40 * 48_000, seconds: 30))
        rig.tell("transport", ScreenRig.transport("counting", "stopped"))
        return rig
    }

    @Test("A count-in", arguments: [(80, 24), (120, 36), (60, 12), (40, 8)])
    func pictures(columns: Int, rows: Int) {
        var rig = counting(columns, rows)
        if columns == 80 { Snapshot.check(rig.canvas, "count-in-soon") }
        rig.tell("cues", ScreenRig.cues(countIn: 2.4))
        Snapshot.check(rig.canvas, "count-in-\(columns)x\(rows)")
        if columns == 80 { Snapshot.check(Snapshot.looks(of: rig.canvas), "count-in-looks") }
    }

    @Test("A count-in without Unicode")
    func ascii() {
        var rig = counting(80, 24, FaceOptions(glyphs: .ascii))
        rig.tell("cues", ScreenRig.cues(countIn: 2.4))
        Snapshot.check(rig.canvas, "count-in-ascii")
    }

    @Test("A count-in shows whole seconds, is no take yet, and its key cancels it")
    func countIn() {
        var rig = counting()
        rig.tell("cues", ScreenRig.cues(countIn: 3.98))
        #expect(rig.text.contains("COUNT-IN") && rig.text.contains("4s") && !rig.text.contains("REC "), "\(rig.text)")
        #expect(rig.text.contains("r cancel") && rig.text.contains("inputs"))
        rig.press("r")
        rig.press("s")
        #expect(rig.sent == ["toggle rec", "stop"])
        rig.tell("transport", ScreenRig.transport("recording", "stopped", take: "interview"))
        #expect(!rig.text.contains("COUNT-IN") && rig.text.contains("RECORDING"))
    }

    @Test("A count-in of beats shows the beats that are left, in the header and large")
    func beats() {
        var rig = counting()
        rig.tell("cues", ScreenRig.cues(countIn: 7.9, beats: (12, 12)))
        #expect(rig.canvas.text(ofRow: 0).hasSuffix(" 12 of 12 ") && rig.text.contains("Beats to the take"), "\(rig.text)")
        let wide = rig.text
        rig.tell("cues", ScreenRig.cues(countIn: 1.9, beats: (3, 12)))
        #expect(rig.canvas.text(ofRow: 0).hasSuffix("  3 of 12 "), "\(rig.text)")
        Snapshot.check(rig.canvas, "count-in-beats")
        // Nothing moves sideways when the number gets shorter.
        let start = { (text: String) in
            let line = text.split(separator: "\n").first { $0.contains("Beats") }
            return line.map { $0.prefix { $0 != "B" }.count }
        }
        #expect(start(wide) == start(rig.text))
    }

    @Test("A loaded recording stays on the deck while a take is counted in")
    func loaded() {
        var rig = ScreenRig()
        rig.play(37, of: 300, state: "stopped")
        rig.tell("transport", ScreenRig.transport("counting", "stopped", loaded: "memo"))
        rig.tell("cues", ScreenRig.cues(countIn: 3))
        #expect(rig.text.contains("memo") && rig.text.contains("choru") && rig.text.contains("inputs"), "\(rig.text)")
    }

    @Test("The timer, the bed and the speech have a word on the deck")
    func words() throws {
        var rig = ScreenRig()
        rig.record(90)
        rig.tell("timer", ScreenRig.timer("running", left: 250))
        rig.tell("cues", ScreenRig.cues(bed: "pink", spoken: 42.7))
        Snapshot.check(rig.canvas, "deck-timer")
        #expect(rig.text.contains("speech  42 %  bed pink"), "\(rig.text)")
        rig.tell("timer", ScreenRig.timer("paused", left: 250))
        #expect(rig.text.contains("timer ▮▮    4m10s"), "\(rig.text)")
        rig.tell("timer", ScreenRig.timer("completed"))
        #expect(rig.text.contains("timer        done"), "\(rig.text)")
        let place = try #require(rig.place(of: "timer"))
        rig.click(place.column, place.row)
        #expect(rig.text.contains("COMPLETED"), "\(rig.text)")
        rig.press("1")
        rig.tell("timer", ScreenRig.timer("running", left: 250))
        rig.press("p")
        rig.press("P")
        #expect(rig.sent == ["timer pause", "timer stop"])
    }

    @Test("Without a run the key of the timer shows its page, and starts nothing")
    func noRun() {
        var rig = ScreenRig()
        rig.connect()
        rig.press("p")
        #expect(rig.sent.isEmpty && rig.text.contains("READY"), "\(rig.text)")
        rig.press("p")
        #expect(rig.sent == ["timer start 20m"])
    }
}
