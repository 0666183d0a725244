// Tests of the sentences and lines about count-in, timer and bed for screen readers.
import Dictation
import Face
import Testing

@testable import dicta

@Suite("Cues in plain lines (K3, K6)")
struct PlainCueTests {
    private static func timer(_ state: String, left: Double, of length: Double = 1200) -> FaceEvent {
        .state(
            topic: "timer",
            [
                "timer_state": .text(state), "timer_remaining_seconds": .double(left),
                "timer_elapsed_seconds": .double(length - left), "timer_length_seconds": .double(length),
                "timer_interval_seconds": .double(300), "timer_gong_seconds": .double(left > length ? left - length : 70),
                "timer_preset": .text(""),
            ])
    }

    private static func transport(_ state: String, _ name: String = "") -> FaceEvent {
        .state(topic: "transport", ["record_state": .text(state), "record_name": .text(name), "jack": .text("running")])
    }

    private static func cues(_ seconds: Double, bed: String = "off") -> FaceEvent {
        .state(topic: "cues", ["count_in_seconds": .double(seconds), "bed": .text(bed)])
    }

    @Test("a loss of a running take is trouble, and a failure at its end, also in the same words")
    func loss() {
        var report = PlainReport()
        func told(_ state: String, _ error: String) -> [String] {
            report.sentences(
                .state(
                    topic: "transport",
                    ["record_state": .text(state), "record_name": .text("memo"), "record_error": .text(error)]))
        }
        _ = told("idle", "")
        _ = told("recording", "")
        #expect(told("recording", "it moved") == ["Trouble with the take: it moved."])
        #expect(told("paused", "it moved") == ["Recording memo: paused."])
        #expect(told("idle", "it moved") == ["Recording has stopped: memo.", "The take failed: it moved."])
        _ = told("counting", "it moved")
        #expect(told("idle", "it moved") == ["The count-in was ended."])
    }

    @Test("a count-in is told, with its end by a take and without one")
    func countIn() {
        var report = PlainReport()
        _ = report.sentences(Self.transport("idle"))
        #expect(report.sentences(Self.transport("counting")) == ["Counting in."])
        _ = report.sentences(Self.cues(2.4))
        #expect(report.summary.first == "Counting in: the take begins in 3 seconds.")
        #expect(report.sentences(Self.transport("recording", "memo")) == ["Recording memo."])
        #expect(report.sentences(Self.transport("idle")) == ["Recording has stopped: memo."])
        _ = report.sentences(Self.transport("counting"))
        #expect(report.sentences(Self.transport("idle")) == ["The count-in was ended."])
    }

    @Test("a take that a key began before the first state came is told; a summary waits for that state")
    func beforeTheFirstState() {
        var report = PlainReport()
        #expect(report.sentences(Self.transport("recording", "memo")) == ["Recording memo."])
        #expect(report.sentences(Self.transport("recording", "memo")).isEmpty)
        report = PlainReport()
        #expect(report.sentences(Self.transport("idle")).isEmpty)
        report = PlainReport()
        #expect(report.summarise() == ["Waiting for the engine."])
        #expect(report.sentences(Self.transport("idle")) == ["Nothing is recorded or loaded."])
        #expect(report.sentences(Self.transport("recording", "memo")) == ["Recording memo."])
        _ = report.sentences(.link(.gone("its end")))
        #expect(report.summarise() == ["Waiting for the engine."])
        #expect(report.sentences(Self.transport("recording", "memo")).first?.hasPrefix("Take memo: recording") == true)
    }

    @Test("a timer that was stopped is told in other words than one that does not run")
    func timerStop() throws {
        let stop = try CommandTable.request(.cue(.timer), [.do: .text("stop")])
        let show = try CommandTable.request(.cue(.timer), [.do: .text("show")])
        let idle: Fields = ["timer_state": .text("idle")]
        #expect(Sentence.text(idle, of: stop) == "Timer stopped")
        #expect(Sentence.text(idle, of: show) == "The timer does not run")
    }

    @Test("a marker is told by its name, and by its number without one")
    func marker() {
        var report = PlainReport()
        func told(_ name: String) -> [String] {
            report.sentences(
                .event(name: "marker", ["recording": .text("memo"), "marker": .int(3), "name": .text(name), "frames": .int(480)]))
        }
        #expect(told("") == ["Marker 3 is set."])
        #expect(told("chorus") == ["Marker chorus is set."])
    }

    @Test("each state of the timer is told once, in the words of people")
    func timer() {
        var report = PlainReport()
        _ = report.sentences(Self.timer("idle", left: 0, of: 0))
        #expect(report.sentences(Self.timer("countdown", left: 1214.6)) == ["The timer begins in 15 seconds."])
        #expect(report.sentences(Self.timer("countdown", left: 1210)).isEmpty)
        #expect(report.sentences(Self.timer("running", left: 1200)) == ["The timer runs: 20 minutes."])
        #expect(report.sentences(Self.timer("running", left: 900)).isEmpty)
        let gong = FaceEvent.event(
            name: "timer-interval", ["timer_remaining_seconds": .double(900), "timer_length_seconds": .double(1200)])
        #expect(report.sentences(gong) == ["Timer: 15 minutes remaining."])
        _ = report.sentences(Self.timer("running", left: 249.5))
        #expect(report.summary.contains("Timer: 4 minutes and 10 seconds remaining."), "\(report.summary)")
        let held = report.sentences(Self.timer("paused", left: 249.5))
        #expect(held == ["The timer is paused: 4 minutes and 10 seconds remaining."])
        let resumed = report.sentences(Self.timer("running", left: 249.5))
        #expect(resumed == ["The timer goes on: 4 minutes and 10 seconds remaining."])
        #expect(report.sentences(Self.timer("completed", left: 0)) == ["The timer has ended after 20 minutes."])
        #expect(report.sentences(Self.timer("idle", left: 0, of: 0)).isEmpty)
        _ = report.sentences(Self.timer("running", left: 3661, of: 7200))
        #expect(report.summary.contains("Timer: 1 hour, 1 minute and 1 second remaining."), "\(report.summary)")
        #expect(report.sentences(Self.timer("idle", left: 0, of: 0)) == ["The timer has stopped."])
    }

    @Test("the bed is told when it changes")
    func bed() {
        var report = PlainReport()
        _ = report.sentences(Self.cues(0))
        #expect(report.sentences(Self.cues(0, bed: "pink")) == ["The bed plays: pink."])
        #expect(report.summary.contains("Bed: pink."))
        #expect(report.sentences(Self.cues(0)) == ["The bed has ended."])
    }

    @Test("p starts, pauses and resumes the timer; a line with a length starts another one")
    func keys() {
        var report = PlainReport()
        func lines(_ line: String) -> [String] {
            guard case .ask(let requests) = PlainKeys(nil).meaning(of: line, report) else { return [] }
            return requests.map { request in
                ([request.name] + request.command.parameters.compactMap { request.word($0) }).joined(separator: " ")
            }
        }
        #expect(lines("p") == ["timer start 20m"] && lines("timer-run") == ["timer start 20m"])
        _ = report.sentences(Self.timer("running", left: 249.5))
        #expect(lines("p") == ["timer pause"] && lines("P") == ["timer stop"])
        _ = report.sentences(Self.timer("paused", left: 249.5))
        #expect(lines("p") == ["timer resume"])
        #expect(lines("r") == ["toggle rec"])
        #expect(lines("timer 7m --bed pink") == ["timer start 7m pink"])
        #expect(lines("timer stop") == ["timer stop"])
        #expect(PlainKeys(nil).help.contains { $0.hasPrefix("p: Pause the timer") && $0.contains("20m") })
        guard case .none = PlainKeys(nil).meaning(of: "timer 7m --nonsense", report) else {
            Issue.record("a wrong option is no request")
            return
        }
    }

    @Test("the path of a bed becomes absolute, and its name stays")
    func paths() throws {
        func bed(_ name: String) throws -> String? {
            let request = try CommandTable.request(.cue(.timer), [.do: .text("start"), .length: .text("5m"), .bed: .text(name)])
            return TypedPaths.absolute(request, home: "/home/anna").text(.bed)
        }
        #expect(try bed("~/rain.flac") == "/home/anna/rain.flac")
        #expect(try bed("pink") == "pink")
        let request = try CommandTable.request(.cue(.bed), [.name: .text("~/rain.flac")])
        #expect(TypedPaths.absolute(request, home: "/home/anna").text(.name) == "/home/anna/rain.flac")
    }
}
