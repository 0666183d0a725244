// Tests of the line of a running take in windows of any width.
import Control
import Dictation
import Testing

@testable import dicta

@Suite("The line of a running take (R4)") struct TakeLineTests {
    /// A take of 77 s on a disk with room for an hour.
    private func line(xruns: Int64) throws -> TakeLine {
        var line = TakeLine()
        let topics: [(String, Fields)] = [
            ("transport", ["record_state": .text("recording"), "record_name": .text("memo")]),
            ("position", ["elapsed_seconds": .double(77), "elapsed_frames": .int(3_696_000), "size_bytes": .int(29_568_000)]),
            ("meters", ["in_held_left_db": .double(-6), "in_held_right_db": .double(-6)]),
            ("disk", ["disk_seconds_left": .double(3600)]), ("xruns", ["xruns": .int(0)]), ("xruns", ["xruns": .int(xruns)]),
        ]
        for (topic, fields) in topics { try line.take(topic, fields) }
        return line
    }

    private func text(_ line: TakeLine, _ columns: Int) -> String { line.ink(columns: columns).map(\.text).joined() }

    @Test("a screen that ends names the take that goes on, and how to end it; none, and one that is being closed, is not named")
    func farewell() {
        func words(_ state: String) -> String? {
            Tui.farewell(["record_state": .text(state), "name": .text("memo")], stop: "dicta stop")
        }
        #expect(words("recording") == "memo is still being recorded; dicta stop ends it")
        #expect(words("paused") == "memo is still paused; dicta stop ends it")
        #expect(words("counting") == "A take is still being counted in; dicta stop ends it")
        for state in ["armed", "waiting"] { #expect(words(state)?.hasSuffix("; dicta stop ends it") == true) }
        for state in ["idle", "closing", ""] { #expect(words(state) == nil) }
    }

    @Test("in a narrow window xruns stand in the place of the time left")
    func narrow() throws {
        let (good, bad) = (text(try line(xruns: 0), 60), text(try line(xruns: 33), 60))
        #expect(good.contains("1h00m00s left") && !good.contains("xruns"), "\(good)")
        #expect(bad.contains("33 xruns") && !bad.contains("left"), "\(bad)")
        for columns in [80, 120] {
            let line = text(try line(xruns: 33), columns)
            #expect(line.contains(" left") && line.contains("33 xruns") && line.contains("-6"), "\(columns): \(line)")
        }
    }

    @Test("it never reaches the last column")
    func fits() throws {
        for columns in 2...140 {
            for xruns: Int64 in [0, 1, 12_345] {
                let line = text(try line(xruns: xruns), columns)
                #expect(line.count < columns && (columns < 10 || line.contains("1m17s")), "\(columns): \(line)")
            }
        }
    }
}
