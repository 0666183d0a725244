// Tests of JACK's frame by the clock of the machine (R18).
import Testing

@testable import Engine

@Suite struct FrameReadingsTests {
    /// A server that is late tells a frame too low, and catches up: the frame of a time is that of the readings in time.
    @Test func aLateReadingMakesNoFrameEarlier() {
        var readings = FrameReadings(rate: 48_000)
        #expect(readings.frame(at: 0) == nil)
        // The true frame of a millisecond is 48 times it, and 1000; the last readings are late by up to 24 ms.
        for (milliseconds, late) in [(0, 5), (100, 0), (200, 3), (300, 24), (301, 24)] {
            readings.note(Int64(1_000 + (milliseconds - late) * 48), at: UInt64(milliseconds) * 1_000_000)
        }
        #expect(readings.frame(at: 1_300_000_000) == 63_400)
        // The first frame that is not before.
        #expect(readings.frame(at: 1_300_000_001) == 63_401)
    }
}
