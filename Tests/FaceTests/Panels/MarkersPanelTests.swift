// Tests of the list of markers.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Markers (T6)")
struct MarkersPanelTests {
    private static let names = ["chorus", "", "日本\u{1b}[2J", String(repeating: "x", count: 200)]

    private func rig(_ columns: Int = 80, _ rows: Int = 24, count: Int = 4) -> PageRig {
        var rig = PageRig(columns, rows)
        for index in 0..<count {
            let note = index == 0 ? "louder, and slower" : ""
            rig.markers.append([
                "marker": .int(Int64(index + 1)), "name": .text(Self.names[index % 4]),
                "frames": .int(Int64(index) * 2_880_000 + 7),
                "note": .text(note),
            ])
        }
        rig.connect(page: "3", loaded: "interview")
        return rig
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12)], [0, 4, 5000])
    func pictures(size: (Int, Int), count: Int) {
        var rig = rig(size.0, size.1, count: count)
        if count == 5000 { rig.press("end") }
        Snapshot.check(rig.canvas, "markers-\(size.0)x\(size.1)-\(count)")
    }

    @Test("a marker is gone to, renamed, noted, deleted, and begins or ends a loop")
    func verbs() {
        var rig = rig()
        rig.press("down", "enter", "a", "down", "b", "up", "up")
        #expect(rig.sent("locate") == ["locate 2880007f"])
        #expect(rig.sent("loop") == ["loop 2880007f", "loop 5760007f"])
        #expect(rig.requests.filter { $0.name == "loop" }.map { $0.int(.a) ?? -1 } == [2_880_007, -1])
        rig.press("n", "ctrl-u")
        rig.type("verse")
        rig.press("enter", "N", "ctrl-u")
        rig.type("soft")
        rig.press("enter", "D")
        #expect(rig.text.contains("Delete \"chorus\"?"))
        rig.press("y")
        #expect(
            rig.requests.filter { $0.name == "mark" }.map { [$0.text(.name), $0.text(.note), $0.text(.change)] }
                == [["verse", nil, "1"], [nil, "soft", "1"]])
        #expect(rig.sent("unmark") == ["unmark 1"])
    }

    @Test("the mouse selects, and a second click goes to a marker")
    func mouse() throws {
        var rig = rig()
        let place = try #require(rig.place(of: "chorus"))
        rig.press("down")
        rig.mouse(.press, place)
        #expect(rig.sent("locate").isEmpty)
        rig.mouse(.press, place)
        #expect(rig.sent("locate") == ["locate 7f"])
        rig.mouse(.press, try #require(rig.place(of: "loop-a")))
        #expect(rig.sent("loop") == ["loop 7f"])
    }

    @Test("a running take has markers, but no playhead goes to them")
    func take() {
        var rig = rig()
        rig.take(.state(topic: "transport", PageRig.transport(take: "memo")))
        rig.press("enter")
        #expect(rig.sent("locate").isEmpty && rig.text.contains("Stop the take"))
    }

    @Test("a refusal is shown, and does not change the list")
    func refusal() {
        var rig = rig()
        rig.failure = Failure(.notFound, "there is no marker 1")
        rig.press("D", "y")
        #expect(rig.text.contains("there is no marker 1") && rig.text.contains("4 markers"))
    }
}
