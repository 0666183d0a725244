// Tests the line of a run in the history (K6).
import Testing

@testable import Cues

@Suite struct TimerRecordTests {
    /// A line reads back as the same run, to the last bit of its seconds.
    @Test(arguments: [0.1, 1199.9, 86_399.999_979_166, 0]) func aLineIsTheRun(_ seconds: Double) {
        let record = TimerRecord(
            started: "2026-11-25T20:00:00Z", day: "2026-11-25", seconds: seconds, length: 86_399.9, isCompleted: true,
            preset: "yoga \"x\"")
        #expect(TimerRecord(line: record.line) == record)
    }
}
