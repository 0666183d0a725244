// Tests of the troubles in the text of `dicta status` (C4).
import Control
import Dictation
import Drawing
import Testing

@testable import dicta

@Suite("Troubles in the state of an engine") struct StatusTroubleTests {
    private static let first = "the disk of the library is read-only; mount it with write permission, then begin the take again"
    private static let second = "the engine before was killed; recovered from takes that were left open: memo"
    private let status: Fields = [
        "jack": .text("running"), "disk_error": .text(first), "last_end": .text(second),
    ]

    /// The lines from the label on.
    private func lines(columns: Int?) throws -> [Substring] {
        let all = StatusLines(status, columns: columns).text.split(separator: "\n")
        return Array(all[try #require(all.firstIndex { $0.hasPrefix("Trouble") })...])
    }

    /// Two sentences with semicolons of their own would be one long one on a single line.
    @Test func eachBeginsALine() throws {
        #expect(try lines(columns: nil) == ["Trouble    \(Self.first)", "           \(Self.second)"])
    }

    /// A take that ended since the disk went away has the same trouble as the disk.
    @Test func aTroubleIsToldOnce() {
        let status: Fields = [
            "jack": .text("running"), "disk_error": .text(Self.first), "last_error": .text(Self.first),
            "last_end": .text(Self.second),
        ]
        #expect(StatusLines(status, columns: nil).problems == [Self.first, Self.second])
    }

    @Test func eachWrongLineOfSettingsIsATrouble() {
        let status: Fields = ["jack": .text("running"), "settings_problems": .list(["line 1: wrong", "line 7: wrong"])]
        let shown = StatusLines(status, columns: nil).text
        #expect(shown.hasSuffix("Trouble    line 1: wrong\n           line 7: wrong\n"), "\(shown)")
    }

    /// A take that records silence because nothing is connected says so while it runs (R25).
    @Test(arguments: ["recording", "paused", "armed", "idle", "waiting"]) func aTakeWithoutSourcesIsATrouble(state: String) throws
    {
        let words = "nothing is connected to the inputs: the take will be silent; connect them in a patchbay"
        let status: Fields = [
            "jack": .text("running"), "record_state": .text(state), "name": .text("memo"), "inputs_warning": .text(words),
        ]
        let shown = StatusLines(status, columns: nil).text
        #expect(shown.contains("Trouble    \(words)") == ["recording", "paused", "armed"].contains(state), "\(shown)")
    }

    @Test(arguments: [40, 80]) func aLongOneGoesOnFartherRight(columns: Int) throws {
        let lines = try lines(columns: columns)
        #expect(lines.allSatisfy { Cells.width(of: String($0)) <= columns }, "\(lines)")
        let starts = lines.filter { !$0.dropFirst(11).hasPrefix("  ") }
        #expect(starts.count == 2 && lines.count >= 3 && starts[1].contains("the engine before"), "\(lines)")
        let words = lines.map { $0.dropFirst(11).drop { $0 == " " } }.joined(separator: " ")
        #expect(words == "\(Self.first) \(Self.second)")
    }
}
