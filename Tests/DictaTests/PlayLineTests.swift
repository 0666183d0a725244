// Tests of the line of playback in windows of any width.
import Control
import Dictation
import Testing

@testable import dicta

@Suite("The line of playback (R4 P5 P7)") struct PlayLineTests {
    private func line(rate: Double = 0.8, isLooping: Bool = true) throws -> PlayLine {
        var line = PlayLine()
        let topics: [(String, Fields)] = [
            ("transport", ["play_state": .text("playing"), "play_name": .text("memo")]),
            ("position", ["heard_seconds": .double(3.25), "duration_seconds": .double(12)]),
            ("rate", ["play_rate": .double(rate)]),
            ("loop", ["looping": .flag(isLooping), "loop_a_seconds": .double(2.5), "loop_b_seconds": .double(4)]),
            ("meters", ["out_held_left_db": .double(-6), "out_held_right_db": .double(-9)]),
        ]
        #expect(!line.isRunning)
        for (topic, fields) in topics { try line.take(topic, fields) }
        #expect(line.isRunning)
        return line
    }

    private func text(_ line: PlayLine, _ columns: Int) -> String { line.ink(columns: columns).map(\.text).joined() }

    @Test("it has place, rate, loop and levels, and leaves out rate and loop as recorded")
    func parts() throws {
        let line = text(try line(), 80)
        for part in ["PLAYING", "3.3 s of 12.0 s", "rate 0.8", "loop 2.5-4.0 s", "L ", "-6", "-9"] {
            #expect(line.contains(part), "\(part): \(line)")
        }
        let plain = text(try self.line(rate: 1, isLooping: false), 80)
        #expect(!plain.contains("rate") && !plain.contains("loop") && plain.contains("-9"), "\(plain)")
    }

    @Test("it never reaches the last column, and its place stays longest")
    func fits() throws {
        for columns in 2...140 {
            let line = text(try line(), columns)
            #expect(line.count < columns && (columns < 18 || line.contains("3.3 s of 12.0 s")), "\(columns): \(line)")
        }
    }
}

extension PlayLine {
    /// Takes the fields of a topic in the message that carries them.
    fileprivate mutating func take(_ topic: String, _ fields: Fields) throws {
        let arguments = fields.all.flatMap { [OSCArgument.string($0.key), OSCArgument($0.value)] }
        take(try #require(StateMessage(OSCMessage("/dicta/state/\(topic)", arguments))))
    }
}
