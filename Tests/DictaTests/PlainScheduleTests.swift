// Tests of the sentences about scheduled takes and pedals for screen readers.
import Dictation
import Face
import Testing

@testable import dicta

@Suite("Schedule and pedals in plain lines (R18, C13)")
struct PlainScheduleTests {
    private static func schedule(_ next: String, _ name: String, seconds: Double = 60) -> FaceEvent {
        .state(
            topic: "schedule",
            ["schedule_next": .text(next), "schedule_name": .text(name), "schedule_seconds": .double(seconds)])
    }

    private static func pedals(_ trouble: String) -> FaceEvent {
        .state(topic: "pedals", ["pedals": .text(""), "pedal_trouble": .text(trouble)])
    }

    @Test("the next take is told when it changes, and a missed one with its reason")
    func schedule() {
        var report = PlainReport()
        _ = report.sentences(Self.schedule("", ""))
        let told = report.sentences(Self.schedule("2026-12-01 20:00:00", "choir"))
        #expect(told == ["The next take is scheduled for 2026-12-01 20:00:00: choir."])
        #expect(report.sentences(Self.schedule("2026-12-01 20:00:00", "choir", seconds: 59)).isEmpty)
        #expect(report.summary.last == told.first)
        let missed = FaceEvent.event(name: "schedule-missed", ["name": .text("choir"), "why": .text("the disk is full")])
        #expect(report.sentences(missed) == ["The scheduled take of choir was missed: the disk is full."])
        #expect(report.sentences(Self.schedule("", "")).isEmpty)
    }

    @Test("a pedal that is gone is told once, and its return")
    func pedals() {
        var report = PlainReport()
        _ = report.sentences(Self.pedals(""))
        let trouble = "the pedal 'VEC' is gone: plug it in again"
        #expect(report.sentences(Self.pedals(trouble)) == ["Trouble: \(trouble)."])
        #expect(report.sentences(Self.pedals(trouble)).isEmpty && report.summary.last == "Trouble: \(trouble).")
        #expect(report.sentences(Self.pedals("")) == ["The pedals work again."])
    }
}
