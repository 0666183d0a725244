// Tests of the page of the schedule, and of its words on the deck.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Schedule (R18)")
struct SchedulePanelTests {
    /// The topic `schedule`.
    static func state(_ next: String = "", _ name: String = "", seconds: Double = -1, revision: Int64 = 1) -> Fields {
        [
            "schedule_next": .text(next), "schedule_name": .text(name), "schedule_number": .int(next.isEmpty ? 0 : 1),
            "schedule_seconds": .double(seconds), "schedule_count": .int(next.isEmpty ? 0 : 1),
            "schedule_revision": .int(revision),
        ]
    }

    private static func take(
        _ number: Int64, _ at: String, _ name: String, _ length: String, _ every: String, _ state: String, _ why: String = ""
    ) -> Fields {
        [
            "number": .int(number), "at": .text(at), "name": .text(name), "for": .text(length), "every": .text(every),
            "state": .text(state), "why": .text(why), "line": .text("rec \(name)"),
        ]
    }

    static let takes = [
        take(3, "2026-12-02 07:30:15", "", "", "once", "coming"),
        take(1, "2026-12-01 20:00:00", "choir", "1h", "weekday", "late", "memo was recorded at its time"),
        take(2, "2026-11-30 09:00:00", String(repeating: "long-", count: 30), "45m", "day", "recording"),
        take(4, "2026-11-29 09:00:00", "日本\u{1b}[2J", "1h30m", "once", "missed", "the machine slept"),
    ]

    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ takes: [Fields] = takes) -> PageRig {
        var rig = PageRig(columns, rows)
        rig.schedule = takes
        rig.connect(page: "8")
        rig.take(.state(topic: "schedule", Self.state("2026-12-01 20:00:00", "choir", seconds: 90_000)))
        return rig
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12), (40, 8)], [false, true])
    func pictures(size: (Int, Int), isEmpty: Bool) {
        var rig = rig(size.0, size.1, isEmpty ? [] : Self.takes)
        rig.press("down", "down")
        Snapshot.check(rig.canvas, "schedule-\(size.0)x\(size.1)-\(isEmpty ? 0 : 4)")
    }

    @Test("a take is cancelled after a question, and the list is asked again when it changes")
    func cancel() {
        var rig = rig()
        rig.press("down", "down", "D")
        #expect(rig.text.contains("2026-12-01 20:00:00: rec choir"), "\(rig.text)")
        rig.press("n")
        #expect(rig.sent("schedule").filter { $0 != "schedule list" }.isEmpty)
        rig.press("D", "y")
        #expect(rig.sent("schedule").last == "schedule cancel 1")
        rig.requests = []
        rig.take(.state(topic: "schedule", Self.state("2026-12-01 20:00:00", "choir", seconds: 89_999)))
        #expect(rig.sent("schedule").isEmpty)
        rig.take(.state(topic: "schedule", Self.state(revision: 2)))
        #expect(rig.sent("schedule") == ["schedule list"])
    }

    @Test("a take is scheduled by a typed line, and a line that is none is told")
    func new() {
        var rig = rig()
        rig.press("n")
        rig.type("20:00 choir --for 1h")
        rig.press("enter")
        let request = rig.requests.last
        #expect(request?.name == "rec" && request?.text(.at) == "20:00" && request?.text(.name) == "choir")
        rig.press("n")
        rig.type("20:00 --nonsense")
        rig.press("enter")
        #expect(rig.text.contains("nonsense") && rig.requests.last == request, "\(rig.text)")
    }

    @Test("the deck names the next take: first when it is near, with its date when it is a day away")
    func deck() {
        var rig = rig()
        rig.press("1")
        rig.take(.state(topic: "disk", ["disk_free_bytes": .int(1 << 40), "disk_seconds_left": .double(222_840)]))
        #expect(rig.text.contains("61h54m left · next take 2026-12-01 20:00 choir"), "\(rig.text)")
        rig.take(.state(topic: "schedule", Self.state("2026-12-01 20:00:30", "choir", seconds: 600)))
        #expect(rig.text.contains("next take 20:00:30 choir · 61h54m left"), "\(rig.text)")
        rig.take(.state(topic: "transport", PageRig.transport(take: "memo")))
        #expect(rig.text.contains("next take 20:00:30 choir"), "\(rig.text)")
        rig.take(.state(topic: "schedule", Self.state()))
        #expect(!rig.text.contains("next take"))
    }

    @Test("a take that was missed, and a pedal that is gone, stand in the line of trouble")
    func trouble() {
        var rig = rig()
        rig.take(
            .event(name: "schedule-missed", ["name": .text("choir"), "why": .text("no JACK server ran at its time")]))
        #expect(rig.text.contains("The scheduled take of choir was missed: no JACK server ran at its time"), "\(rig.text)")
        rig.wait(11)
        #expect(!rig.text.contains("was missed"))
        rig.take(.state(topic: "pedals", ["pedal_trouble": .text("the pedal 'VEC' is gone: plug it in again")]))
        #expect(rig.text.contains("The pedal 'VEC' is gone: plug it in again"), "\(rig.text)")
        rig.take(.state(topic: "pedals", ["pedal_trouble": .text("")]))
        #expect(!rig.text.contains("The pedal"))
    }
}
