// Tests of reading the capture ring while the writer is slow.
import Realtime
import Rings
import Testing

@testable import Engine
@testable import Recorder

@Suite struct CaptureStreamTests {
    private static let rate = 1_000
    /// Seconds of pre-roll. The engine's ring holds the pre-roll, and twelve seconds for a disk that stands still.
    private static let preRoll = 600
    private static let slack = 12

    /// Ten minutes of pre-roll go through an encoder that is twice as fast as the sound. Written frames are released as it
    /// goes, so the ring never gets full, though encoding takes minutes.
    @Test func aPreRollOfTenMinutesThatIsEncodedSlowlyLeavesTheRingItsRoom() throws {
        let ring = RingBox(frames: (Self.preRoll + Self.slack) * Self.rate)
        var stream = unsafe CaptureStream(link: ring.link, rate: Self.rate, historyFrames: Self.preRoll * Self.rate)
        ring.capture(Self.preRoll * Self.rate)
        stream.skipToEnd()
        stream.release()
        stream.rewind()
        var taken = 0
        var least = Int.max
        while case .sound(let position, let count, let frame)? = stream.next() {
            let first = unsafe stream.samples(position, count)[0]
            try #require(frame == Int64(taken) && first == ring.frame(taken))
            try #require(count <= Self.rate, "a slice is a second at most")
            taken += count
            // While a slice is encoded, half as many frames come in.
            try #require(ring.capture(count / 2), "the ring is full after \(taken) frames")
            stream.release()
            least = min(least, ring.room)
        }
        #expect(taken >= 2 * Self.preRoll * Self.rate - 2 * Self.rate)
        #expect(least >= (Self.slack - 1) * Self.rate, "\(least) frames of room")
    }

    /// Missing frames are handed out a second at a time, so that messages and syncs come in between; each has its place.
    @Test(arguments: [(45_678, 0), (0, 7001), (2000, 3500)]) func aGapIsHandedOutInSlices(missed: Int64, lost: Int64) throws {
        let ring = RingBox(frames: 10 * Self.rate)
        var stream = unsafe CaptureStream(link: ring.link, rate: Self.rate, historyFrames: Self.rate)
        ring.capture(100)
        while stream.next() != nil {}
        ring.miss(missed, lost: lost)
        ring.capture(100)
        var (sum, place): ((missed: Int64, lost: Int64), Int64) = ((0, 0), 100)
        while case .gap(let missed, let lost, let frame)? = stream.next() {
            try #require(missed + lost <= Self.rate, "a slice is a second at most")
            try #require(frame == place && missed + lost > 0)
            place += missed + lost
            sum = (sum.missed + missed, sum.lost + lost)
            #expect(stream.frame == place)
        }
        #expect(sum == (missed, lost) && stream.frame == 200 + missed + lost)
        // The way back to the history leads past the gap.
        stream.rewind()
        #expect(stream.frame == 0)
    }

    /// Without a take the history is the pre-roll, whole and no longer.
    @Test func theHistoryIsWhatWasHeardLast() {
        let ring = RingBox(frames: (10 + Self.slack) * Self.rate)
        var stream = unsafe CaptureStream(link: ring.link, rate: Self.rate, historyFrames: 10 * Self.rate)
        for _ in 0..<40 {
            #expect(ring.capture(Self.rate))
            stream.skipToEnd()
            stream.release()
        }
        stream.rewind()
        #expect(stream.frame == Int64(30 * Self.rate))
    }
}
