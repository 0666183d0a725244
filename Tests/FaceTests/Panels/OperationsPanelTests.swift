// Tests of the list of operations.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Operations (T7)")
struct OperationsPanelTests {
    private static let operations: [Fields] = [
        [
            "operation": .int(1), "verb": .text("copy"), "state": .text("done"), "done": .int(3), "total": .int(3),
            "percent": .int(100), "failed": .int(0),
        ],
        ["operation": .int(4), "verb": .text("peaks"), "state": .text("done"), "name": .text("looked at")],
        [
            "operation": .int(2), "verb": .text("export"), "state": .text("failed"), "done": .int(0), "total": .int(1),
            "percent": .int(10), "failed": .int(1), "name": .text("evil\u{1b}[2J name"),
            "error": .text("evil name: no space left on /mnt/stick; make room there, or name another folder with --to"),
        ],
        [
            "operation": .int(3), "verb": .text("deliver"), "state": .text("running"), "done": .int(1), "total": .int(12),
            "percent": .int(42), "failed": .int(0), "current": .text("interview with the mayor, second part, in the town hall"),
        ],
    ]

    private func rig(_ columns: Int = 80, _ rows: Int = 24, _ operations: [Fields] = operations) -> PageRig {
        var rig = PageRig(columns, rows)
        rig.operations = operations
        rig.connect(page: "4")
        rig.take(.state(topic: "operations", Self.news(42)))
        return rig
    }

    private static func news(_ percent: Double) -> Fields {
        [
            "kind": .text("deliver"), "name": .text("interview"), "percent": .double(percent), "operation_id": .int(3),
            "operation_state": .text("running"), "operations_running": .int(1), "operation_seconds_left": .double(75),
            "operation_error": .text(""),
        ]
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12)])
    func pictures(size: (Int, Int)) {
        var rig = rig(size.0, size.1)
        rig.press("down")
        Snapshot.check(rig.canvas, "operations-\(size.0)x\(size.1)")
    }

    @Test("an empty list says so")
    func none() { #expect(rig(80, 24, []).text.contains("The library has nothing to do.")) }

    @Test("warnings of a finished one are told, in one line")
    func warnings() {
        let checked: Fields = [
            "operation": .int(1), "verb": .text("verify"), "state": .text("done"), "done": .int(3), "total": .int(3),
            "percent": .int(100), "warning": .text("1 problem\nsong.wav is missing"),
        ]
        #expect(rig(80, 24, [checked]).text.contains("1 problem; song.wav is missing"))
    }

    @Test("progress is followed, with one request at a time")
    func progress() {
        var rig = rig()
        let before = rig.sent("operations").count
        rig.holdsAnswers = true
        for percent in 50..<60 { rig.take(.state(topic: "operations", Self.news(Double(percent)))) }
        #expect(rig.sent("operations").count == before + 1)
    }

    @Test("a number that is none asks for the list once, not for ever")
    func noNumber() {
        var rig = rig()
        let before = rig.sent("operations").count
        rig.holdsAnswers = true
        for left in [Double.nan, .infinity, -.infinity] {
            rig.take(.state(topic: "operations", ["operation_seconds_left": .double(left), "percent": .double(left)]))
            while !rig.open.isEmpty, rig.sent("operations").count < before + 10 { rig.answer(at: 0) }
        }
        #expect(rig.sent("operations").count <= before + 3)
        #expect(rig.open.isEmpty)
    }

    @Test("a running operation is cancelled, a finished one is not")
    func cancel() throws {
        var rig = rig()
        rig.press("x")
        #expect(rig.sent("operations").filter { $0 != "operations" } == ["operations 3"])
        rig.press("down", "x")
        rig.mouse(.press, try #require(rig.place(of: "deliver")))
        rig.mouse(.press, try #require(rig.place(of: "cancel   ") ?? rig.place(of: " cancel ")))
        #expect(rig.sent("operations").filter { $0 != "operations" }.count == 2)
    }
}
