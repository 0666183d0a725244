// Tests of a stalled server in the writer: frames are held for a take that goes on, and for nothing else (J2, R3, J4).
import Dictation
import Storage
import Synchronization
import System
import TestSupport
import Testing

@testable import Engine
@testable import Recorder

@Suite struct InterruptedWriterTests {
    /// The writer takes all that is captured, for longer than the ring is, and the next take has its pre-roll.
    private func checkReading(_ fixture: inout WriterFixture) throws {
        let isHeld = fixture.writer.isHeld
        #expect(!isHeld)
        for _ in 0..<6 {
            #expect(fixture.ring.capture(100_000), "the writer leaves the ring full")
            fixture.turn()
        }
        #expect(fixture.progress.heldFrames.load(ordering: .relaxed) == 0)
        let before = fixture.closed.count
        let start = try #require(fixture.writer.stream?.frame)
        fixture.writer.obey(
            .begin(
                TakeRequest(
                    id: 2, name: "next", path: "", format: try AudioFormat(rate: 48_000), created: "2026-01-01T00:00:00Z",
                    startFrame: start, preRollFrames: 40_000, limitFrames: nil)))
        fixture.capture(10_000)
        fixture.edge(start + 10_000, .stop(.stopped))
        fixture.capture(10)
        #expect(fixture.closed.dropFirst(before).map(\.segment.frames) == [50_000])
    }

    /// A take that reaches its end within the last frames before a stall is over: nothing is held for it.
    @Test(arguments: ["limit", "stop", "fault"]) func aTakeThatEndsAsTheServerStallsHoldsNothing(end: String) throws {
        var fixture = try WriterFixture()
        try fixture.begin(nil, limit: end == "limit" ? 48_000 : nil)
        fixture.capture(40_000)
        if end == "stop" { fixture.edge(48_001, .stop(.stopped)) }
        if end == "fault" { fixture.writer.take?.end(.writeError) }
        // The writer is told of the stall before it has looked at these.
        fixture.ring.capture(20_000)
        fixture.writer.obey(.interrupt(.serverGone, goesOn: true))
        fixture.hear()
        #expect(fixture.closed.map(\.segment.endReason) == [end == "limit" ? .ended : end == "stop" ? .stopped : .writeError])
        #expect(fixture.closed.map(\.segment.frames) == [end == "fault" ? 40_000 : 48_000])
        try checkReading(&fixture)
    }

    /// The same for a limit that lies in the frames that a gate holds.
    @Test func aTakeThatEndsInTheFramesOfItsGateHoldsNothing() throws {
        var fixture = try WriterFixture()
        // The gate holds the last quarter of a second and more.
        try fixture.arm(limit: 40_000)
        fixture.silence(to: 20_000)
        fixture.sound(to: 49_000)
        let isOpen = fixture.writer.take != nil
        #expect(fixture.closed.isEmpty && isOpen)
        fixture.writer.obey(.interrupt(.serverGone, goesOn: true))
        fixture.hear()
        #expect(fixture.closed.map(\.segment.endReason) == [.ended] && fixture.closed.map(\.segment.frames) == [40_000])
        try checkReading(&fixture)
    }

    /// A gap of more than a minute, as after a suspend or a jump of JACK's time, is no silence: the segment ends before it, and the
    /// take goes on behind it. A shorter one becomes silence.
    @Test(arguments: [Int64(59), 61, 600]) func aGapHasALimit(seconds: Int64) throws {
        var fixture = try WriterFixture()
        try fixture.begin(nil)
        fixture.capture(40_000)
        fixture.ring.miss(seconds * 48_000)
        fixture.capture(20_000)
        let isHeld = fixture.writer.isHeld
        guard seconds > 60 else {
            #expect(!isHeld && fixture.closed.isEmpty)
            fixture.edge(60_001 + seconds * 48_000, .stop(.stopped))
            fixture.capture(10)
            let segment = try #require(fixture.closed.first).segment
            #expect(segment.frames == 60_000 + seconds * 48_000)
            #expect(segment.gaps.map(\.length) == [seconds * 48_000] && segment.gaps.map(\.position) == [40_000])
            return
        }
        let summary = try #require(fixture.closed.first)
        #expect(isHeld && summary.segment.endReason == .serverGone)
        #expect(summary.segment.frames == 40_000 && summary.segment.gaps.isEmpty)
        var next = TakeRequest(
            id: 2, name: "take", path: "", format: try AudioFormat(rate: 48_000), created: "2026-01-01T00:00:00Z",
            startFrame: 0, preRollFrames: 0, limitFrames: nil)
        next.addsToRecording = true
        next.earlier = ClosedSegments()
        fixture.writer.obey(.goOn(next))
        fixture.capture(10_000)
        fixture.edge(70_001 + seconds * 48_000, .stop(.stopped))
        fixture.capture(10)
        #expect(fixture.closed.map(\.segment.frames) == [40_000, 30_000])
        try checkReading(&fixture)
    }

    /// A stall that ends a take holds the frames after it, which `status` tells, until the take goes on or is given up.
    @Test(arguments: ["goes on", "let go", "deleted", "another"]) func aHoldEndsWithItsReason(end: String) throws {
        var fixture = try WriterFixture()
        try fixture.begin(nil)
        fixture.capture(40_000)
        fixture.writer.obey(.interrupt(.serverGone, goesOn: true))
        fixture.capture(30_000)
        let summary = try #require(fixture.closed.first)
        let isHeld = fixture.writer.isHeld
        #expect(isHeld && summary.segment.endReason == .serverGone)
        #expect(fixture.progress.heldFrames.load(ordering: .relaxed) == 30_000)
        switch end {
        case "goes on":
            var next = TakeRequest(
                id: 2, name: "take", path: "", format: try AudioFormat(rate: 48_000), created: "2026-01-01T00:00:00Z",
                startFrame: 0, preRollFrames: 0, limitFrames: nil)
            next.addsToRecording = true
            next.earlier = ClosedSegments()
            next.earlier?.leftAt = summary.leftAt
            fixture.writer.obey(.goOn(next))
            fixture.capture(10_000)
            fixture.edge(80_001, .stop(.stopped))
            fixture.capture(10)
            #expect(fixture.closed.last?.segment.frames == 40_000)
        case "let go": fixture.writer.obey(.letGo)
        case "deleted": fixture.writer.obey(.follow(name: nil))
        default:
            try fixture.begin(nil)
            fixture.edge(70_001, .stop(.stopped))
            fixture.capture(10)
        }
        fixture.turn()
        try checkReading(&fixture)
    }
}
