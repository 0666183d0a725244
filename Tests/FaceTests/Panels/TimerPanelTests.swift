// Tests of the timer's page (K6).
import Cues
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("The timer (K6)")
struct TimerPanelTests {
    /// Presets and a history as an engine tells them.
    static func fill(_ rig: inout PageRig) {
        rig.presets = [
            ["name": .text("yoga"), "does": .text("20m --interval 5m --bed pink")],
            ["name": .text("letters"), "does": .text("1h30m --countdown 0s")],
        ]
        rig.history = Reply(
            [
                "runs": .int(38), "completed": .int(35), "ran_seconds": .double(45_600), "week_seconds": .double(7_800),
                "streak_days": .int(5),
            ],
            items: (1...9).map { day in
                [
                    "started": .text("2026-11-0\(day)T07:10:00Z"), "ran_seconds": .double(day == 7 ? 250.4 : 1200),
                    "length_seconds": .double(1200), "completed": .flag(day != 7), "preset": .text(day > 7 ? "yoga" : ""),
                ]
            })
    }

    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ options: FaceOptions = FaceOptions()) -> PageRig {
        var rig = PageRig(columns, rows, options)
        Self.fill(&rig)
        rig.connect(page: "6")
        return rig
    }

    /// The commands to the timer, without the questions to it.
    private func orders(_ rig: PageRig) -> [String] {
        rig.sent("timer").filter { $0 != "timer presets" && $0 != "timer history" }
    }

    private func tell(_ rig: inout PageRig, _ fields: Fields) { rig.take(.state(topic: "timer", fields)) }

    @Test("pictures at all sizes and of all states", arguments: [(80, 24), (120, 36), (60, 12), (60, 24), (40, 8)])
    func pictures(size: (Int, Int)) {
        var rig = rig(size.0, size.1)
        rig.take(.state(topic: "cues", ScreenRig.cues(bed: "pink")))
        Snapshot.check(rig.canvas, "timer-\(size.0)x\(size.1)-idle")
        tell(&rig, ScreenRig.timer("running", left: 730))
        Snapshot.check(rig.canvas, "timer-\(size.0)x\(size.1)-running")
        guard size.0 == 80 else { return }
        tell(&rig, ScreenRig.timer("countdown", left: 1210))
        Snapshot.check(rig.canvas, "timer-countdown")
        tell(&rig, ScreenRig.timer("paused", left: 5000, of: 5400))
        Snapshot.check(rig.canvas, "timer-paused")
        Snapshot.check(Snapshot.looks(of: rig.canvas), "timer-paused-looks")
        tell(&rig, ScreenRig.timer("completed"))
        Snapshot.check(rig.canvas, "timer-completed")
    }

    @Test("Without Unicode")
    func ascii() {
        var rig = rig(80, 24, FaceOptions(glyphs: .ascii))
        tell(&rig, ScreenRig.timer("running", left: 730))
        Snapshot.check(rig.canvas, "timer-ascii")
    }

    /// The answer is made by the engine's own types: a field that is named otherwise there is seen here.
    @Test("lengths and sums are those of the history")
    func history() {
        let day = "2026-11-25"
        let records = [
            TimerRecord(
                started: "2026-11-25T07:10:00Z", day: day, seconds: 1200, length: 1200, isCompleted: true, preset: "yoga"),
            TimerRecord(
                started: "2026-11-25T19:10:00Z", day: day, seconds: 754.5, length: 1200, isCompleted: false, preset: ""),
        ]
        let history = TimerHistory(records.flatMap(\.line))
        let reply = Reply(history.sums(days: [day]), items: history.records.map(\.fields))
        let runs = TimerRuns(reply)
        #expect(runs.seconds == 1954.5 && runs.week == 1954.5)
        #expect(runs.count == 2 && runs.completed == 1 && runs.streak == 1)
        #expect(runs.runs.map(\.seconds) == [754.5, 1200])
        #expect(runs.runs.map(\.length) == [1200, 1200])
        #expect(runs.runs.map(\.preset) == ["", "yoga"])
        #expect(runs.runs.map(\.isCompleted) == [false, true])
        var rig = PageRig()
        rig.history = reply
        rig.connect(page: "6")
        #expect(rig.text.contains("32m in all") && rig.text.contains(Words.elapsed(754.5)), "\(rig.text)")
    }

    @Test("start takes the chosen values, and nothing that the settings decide")
    func start() {
        var rig = rig()
        rig.press("p")
        #expect(orders(rig).last == "timer start 20m")
        rig.press("right", "down", "right", "down", "down", "right")
        rig.press("p")
        #expect(orders(rig).last == "timer start 25m 30.0 white", "\(orders(rig))")
        rig.press("backspace")
        rig.press("p")
        #expect(orders(rig).last == "timer start 25m 30.0", "\(orders(rig))")
        #expect(rig.stored["timer.length"] == "25m" && rig.stored["timer.bed"]?.isEmpty == true)
    }

    @Test("the key pauses what runs and goes on with what is held; the other one stops")
    func run() {
        var rig = rig()
        tell(&rig, ScreenRig.timer("countdown", left: 1210))
        rig.press("p")
        tell(&rig, ScreenRig.timer("paused", left: 1210))
        rig.press("p", "P")
        #expect(orders(rig).suffix(3) == ["timer pause", "timer resume", "timer stop"])
    }

    @Test("a preset is taken as it is, by its name; a value that is changed then makes it a run of its own")
    func presets() {
        var rig = rig()
        rig.press("end", "up", "enter")
        #expect(rig.text.contains("READY  yoga"), "\(rig.text)")
        rig.press("p")
        #expect(orders(rig).last == "timer start yoga", "\(orders(rig))")
        rig.press("home", "left", "p")
        #expect(orders(rig).last == "timer start 15m 300.0 pink", "\(orders(rig))")
        rig.press("end", "down", "D")
        #expect(rig.text.contains("Delete the preset \"letters\"?"), "\(rig.text)")
        rig.press("y")
        #expect(orders(rig).last == "timer forget letters", "\(orders(rig))")
        rig.press("n")
        rig.type("short walk")
        rig.press("enter")
        #expect(orders(rig).last == "timer save 15m 300.0 pink short walk", "\(orders(rig))")
    }

    @Test("a typed value that is no time is refused at once; a refusal of the engine is shown")
    func typed() {
        var rig = rig()
        rig.press("enter", "ctrl-u")
        rig.type("soon")
        rig.press("enter")
        #expect(rig.text.contains("'soon' is no time"), "\(rig.text)")
        rig.press("enter", "ctrl-u")
        rig.type("7m30s")
        rig.press("enter")
        rig.failure = Failure(.refused, "the outputs are taken")
        rig.press("p")
        #expect(orders(rig).last == "timer start 7m30s" && rig.text.contains("the outputs are taken"), "\(rig.text)")
    }

    @Test("the mouse starts, stops, steps and takes presets")
    func mouse() throws {
        var rig = rig()
        rig.mouse(.press, try #require(rig.place(of: "yoga ")))
        rig.mouse(.press, try #require(rig.place(of: " START ")))
        #expect(orders(rig).last == "timer start yoga", "\(orders(rig))")
        rig.mouse(.press, try #require(rig.place(of: "Length")))
        let arrow = try #require(rig.place(of: ">"))
        rig.mouse(.press, arrow)
        rig.mouse(.press, try #require(rig.place(of: " START ")))
        #expect(orders(rig).last == "timer start 25m 300.0 pink", "\(orders(rig))")
        tell(&rig, ScreenRig.timer("running", left: 730))
        rig.mouse(.press, try #require(rig.place(of: " PAUSE ")))
        rig.mouse(.press, try #require(rig.place(of: " STOP ")))
        #expect(orders(rig).suffix(2) == ["timer pause", "timer stop"], "\(orders(rig))")
    }

    @Test("values and presets of an earlier screen come back")
    func memory() {
        var rig = PageRig()
        Self.fill(&rig)
        rig.connect(page: "6", memory: ["timer.length": "45m", "timer.interval": "15m", "timer.bed": ""])
        rig.press("p")
        #expect(orders(rig).last == "timer start 45m 900.0", "\(orders(rig))")
    }

    @Test("no number moves while a run goes on, and a picture changes with a second only")
    func steady() {
        var rig = rig()
        func signs(_ rig: PageRig) -> String { rig.text.replacing(/[0-9]/, with: "0") }
        tell(&rig, ScreenRig.timer("running", left: 599.9))
        let before = signs(rig)
        let changes = rig.face.changes
        tell(&rig, ScreenRig.timer("running", left: 599.2))
        #expect(rig.face.changes == changes, "a message within a second draws the page again")
        for left in [598.0, 540, 421, 301] {
            tell(&rig, ScreenRig.timer("running", left: left))
            let head = { (text: String) in text.split(separator: "\n").prefix(7).joined(separator: "\n") }
            #expect(head(signs(rig)).count == head(before).count)
        }
        // The last second counts until it is over.
        tell(&rig, ScreenRig.timer("running", left: 0.4))
        #expect(rig.text.contains("end gong in        1s"), "\(rig.text)")
        #expect(rig.text.contains("timer   " + Words.elapsed(1)), "\(rig.text)")
    }
}
