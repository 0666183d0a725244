// Tests of the page of the queue.
import Dictation
import Drawing
import Testing

@testable import Face

@Suite("Queue (P11)")
struct QueuePanelTests {
    /// The topic `queue`.
    static func state(_ count: Int, current: Int = 0, shuffle: Bool = false, repeats: Bool = false, revision: Int64 = 1) -> Fields
    {
        [
            "queue_count": .int(Int64(count)), "queue_number": .int(Int64(current)), "queue_next": .text(""),
            "queue_shuffle": .flag(shuffle), "queue_repeat": .flag(repeats), "queue_revision": .int(revision),
        ]
    }

    static let names = ["interview", "日本\u{1b}[2J", String(repeating: "long-", count: 30), "memo"]

    private func rig(_ columns: Int = 80, _ rows: Int = 24, count: Int = 4, current: Int = 2) -> PageRig {
        var rig = PageRig(columns, rows)
        rig.queue = (0..<count).map { Self.names[$0 % 4] }
        rig.connect(page: "7", loaded: "interview")
        rig.take(.state(topic: "queue", Self.state(count, current: current)))
        return rig
    }

    @Test("pictures at all sizes", arguments: [(80, 24), (120, 36), (60, 12), (40, 8)], [0, 4, 500])
    func pictures(size: (Int, Int), count: Int) {
        let rig = rig(size.0, size.1, count: count, current: min(count, 2))
        Snapshot.check(rig.canvas, "queue-\(size.0)x\(size.1)-\(count)")
    }

    @Test("the current recording is selected first, and marked")
    func current() {
        var rig = rig()
        #expect(rig.text.contains("▶ 2  "), "\(rig.text)")
        rig.press("enter")
        #expect(rig.sent("queue").last == "queue play 2")
        rig.take(.state(topic: "queue", Self.state(4, current: 3, revision: 2)))
        #expect(rig.text.contains("▶ 3  ") && rig.text.contains("3 of 4 recordings"), "\(rig.text)")
    }

    @Test("a recording is played, taken out and moved; the order is set; the queue is emptied after a question")
    func verbs() {
        var rig = rig(current: 1)
        rig.requests = []
        rig.press("down", "enter", "D", "shift-down", "shift-up", "S", "R")
        #expect(
            rig.sent("queue").filter { $0 != "queue list" } == [
                "queue play 2", "queue remove 2", "queue move 2 3", "queue move 3 2", "queue list on", "queue list on",
            ], "\(rig.sent("queue"))")
        #expect(rig.requests.contains { $0.text(.shuffle) == "on" } && rig.requests.contains { $0.text(.repeat) == "on" })
        rig.press("home", "shift-up", "end", "shift-down")
        #expect(!rig.sent("queue").contains("queue move 1 0") && !rig.sent("queue").contains("queue move 4 5"))
        rig.take(.state(topic: "queue", Self.state(4, current: 1, shuffle: true, repeats: true, revision: 3)))
        rig.press("S", "R", "C")
        #expect(rig.requests.contains { $0.text(.shuffle) == "off" } && rig.requests.contains { $0.text(.repeat) == "off" })
        #expect(rig.text.contains("Empty the queue?") && !rig.sent("queue").contains("queue clear"))
        rig.press("y")
        #expect(rig.sent("queue").last == "queue clear")
    }

    @Test("a number that no queue has moves nothing", arguments: [Int.min, Int.min + 1, -1, 5, Int.max])
    func hostile(number: Int) {
        var rig = rig(current: 2)
        rig.take(.state(topic: "queue", Self.state(4, current: number, revision: 2)))
        #expect(rig.canvas.cells.count == 80 * 24)
        rig.take(.state(topic: "queue", Self.state(4, current: 3, revision: 3)))
        rig.press("delete")
        #expect(rig.sent("queue").last == "queue remove 3", "\(rig.sent("queue"))")
    }

    /// The numbers of a list that is no longer that of the engine mean other recordings.
    @Test("while the list is old no key takes a recording by its number")
    func old() {
        var rig = rig()
        rig.holdsAnswers = true
        rig.take(.state(topic: "queue", Self.state(3, current: 2, revision: 2)))
        rig.requests = []
        rig.press("D", "enter", "shift-up")
        #expect(rig.sent("queue").isEmpty)
        rig.queue.removeFirst()
        rig.answer(at: rig.open.count - 1)
        rig.press("home", "D")
        #expect(rig.sent("queue").last == "queue remove 1")
    }

    @Test("the mouse selects, a second click plays, and the words of the order are buttons")
    func mouse() throws {
        var rig = rig()
        rig.requests = []
        rig.mouse(.press, try #require(rig.place(of: "memo")))
        #expect(rig.sent("queue").isEmpty)
        rig.mouse(.press, try #require(rig.place(of: "memo")))
        #expect(rig.sent("queue") == ["queue play 4"])
        rig.mouse(.press, try #require(rig.place(of: "shuffle off")))
        rig.mouse(.press, try #require(rig.place(of: "▶▶")))
        #expect(rig.requests.contains { $0.text(.shuffle) == "on" } && rig.requests.contains { $0.text(.do) == "next" })
    }

    @Test("a refusal is shown, and does not change the list")
    func refusal() {
        var rig = rig()
        rig.failure = Failure(.noServer, "no JACK server runs")
        rig.press("enter")
        #expect(rig.text.contains("no JACK server runs") && rig.text.contains("memo"))
    }
}
