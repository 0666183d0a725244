// Tests of takes cut out of a made-up stream, into real files.
import Dictation
import Glibc
import Realtime
import Storage
import Testing

@testable import Engine
@testable import Recorder

/// The samples of the stream are its JACK frames (exact in a float below 2^24).
@Suite struct TakeTests {
    @Test(arguments: [1, 7, 64, 1000]) func startAndStopAreExactInMidPeriod(period: Int) throws {
        let fixture = try TakeFixture(start: 1003)
        fixture.take.add(Take.Edge(frame: 2006, kind: .stop(.stopped)))
        try fixture.stream(from: 900, to: 2500, period: period)
        #expect(fixture.take.state == .ended && fixture.take.firstFrame == 1003)
        #expect(try fixture.finish() == (1003..<2006).map(Float.init))
    }

    @Test func preRollJoinsWithoutASeam() throws {
        let fixture = try TakeFixture(start: 1003, preRoll: 500)
        fixture.take.add(Take.Edge(frame: 1100, kind: .stop(.stopped)))
        try fixture.stream(from: 0, to: 1200, period: 64)
        #expect(try fixture.finish() == (503..<1100).map(Float.init))
    }

    @Test func preRollThatIsNotKeptBeginsWithWhatThereIs() throws {
        let fixture = try TakeFixture(start: 1003, preRoll: 500)
        fixture.take.add(Take.Edge(frame: 1100, kind: .stop(.stopped)))
        try fixture.stream(from: 800, to: 1200, period: 64)
        #expect(fixture.take.firstFrame == 800)
        #expect(try fixture.finish() == (800..<1100).map(Float.init))
    }

    @Test(arguments: [3, 64, 1000]) func pauseAndResumeAreExactAndHaveNoStep(period: Int) throws {
        let fixture = try TakeFixture(start: 1000)
        fixture.take.add(Take.Edge(frame: 2001, kind: .pause))
        fixture.take.add(Take.Edge(frame: 9002, kind: .resume))
        fixture.take.add(Take.Edge(frame: 10_002, kind: .stop(.stopped)))
        try fixture.stream(from: 900, to: 10_100, period: period)
        #expect(fixture.take.joints == [Segment.Joint(position: 1001, paused: 7001)])
        let samples = try fixture.finish()
        #expect(samples.count == 1001 + 1000)
        #expect(samples[..<1001].elementsEqual((1000..<2001).map(Float.init)))
        // 240 frames of fade, then every frame unchanged.
        #expect(samples[1241...].elementsEqual((9242..<10_002).map(Float.init)))
        let steps = zip(samples.dropFirst(), samples).map { $0 - $1 }
        #expect(steps.max() ?? .infinity < 7001 / 240 * 1.7)
    }

    /// Taken back before its frame, the pause leaves no trace; just after its frame, a pause of no length (no. 11).
    @Test(arguments: [false, true]) func aPauseThatIsTakenBackLeavesTheTakeWhole(isLate: Bool) throws {
        let fixture = try TakeFixture(start: 1000)
        fixture.take.add(Take.Edge(frame: 2000, kind: .pause))
        try fixture.stream(from: 900, to: isLate ? 2000 : 1500, period: 100)
        if isLate { try fixture.stream(from: 2000, to: 2100, period: 100) }
        fixture.take.withdraw(2000)
        fixture.take.add(Take.Edge(frame: 3000, kind: .stop(.stopped)))
        try fixture.stream(from: isLate ? 2100 : 1500, to: 3100, period: 100)
        #expect(try fixture.finish().count == (isLate ? 1900 : 2000))
        #expect(fixture.take.pausedFrames == (isLate ? 100 : 0))
    }

    /// The file keeps the bad samples; the peak, live and in the sidecar, is a number (no. 9).
    @Test func aPeakIsAlwaysANumber() throws {
        let fixture = try TakeFixture(start: 0)
        var samples = [Frame](repeating: Frame(0.25, -0.5), count: 100)
        samples[7] = Frame(.nan, .infinity)
        samples[9] = Frame(-.infinity, .nan)
        unsafe try samples.withFrames { (frames) throws(StorageError) in unsafe try fixture.take.consume(frames, at: 0) }
        #expect(fixture.take.peak == Frame(0.25, 0.5))
        fixture.take.end(.stopped)
        let heard = try fixture.finish()
        #expect(heard.count == 100 && heard[7] == 0 && heard[8] == 0.25)
    }

    @Test func aPauseShorterThanItsFadeStillHasTheRightLength() throws {
        let fixture = try TakeFixture(start: 0)
        fixture.take.add(Take.Edge(frame: 500, kind: .pause))
        fixture.take.add(Take.Edge(frame: 510, kind: .resume))
        fixture.take.add(Take.Edge(frame: 1000, kind: .stop(.stopped)))
        try fixture.stream(from: 0, to: 1100, period: 64)
        #expect(try fixture.finish().count == 990)
    }

    @Test func gapsBecomeSilenceOfTheRightLengthAndAreTold() throws {
        let fixture = try TakeFixture(start: 100)
        fixture.take.add(Take.Edge(frame: 1000, kind: .stop(.stopped)))
        try fixture.stream(from: 0, to: 300, period: 50)
        try fixture.take.consumeGap(40, .missed, at: 300)
        try fixture.take.consumeGap(10, .lost, at: 340)
        try fixture.stream(from: 350, to: 1100, period: 50)
        let samples = try fixture.finish()
        #expect(samples.count == 900)
        #expect(samples[200..<250].allSatisfy { $0 == 0 })
        #expect(samples[250] == 350 && samples[199] == 299)
        #expect(
            fixture.take.gaps == [
                Segment.Gap(position: 200, length: 40, cause: .missed),
                Segment.Gap(position: 240, length: 10, cause: .lost),
            ])
    }

    @Test func aGapOverTheStopEndsTheTakeAtItsFrame() throws {
        let fixture = try TakeFixture(start: 100)
        fixture.take.add(Take.Edge(frame: 320, kind: .stop(.stopped)))
        try fixture.stream(from: 0, to: 300, period: 50)
        try fixture.take.consumeGap(100, .missed, at: 300)
        #expect(fixture.take.state == .ended)
        #expect(try fixture.finish().count == 220)
    }

    @Test func theLimitIsToTheFrameAndCountsRecordedTimeOnly() throws {
        let fixture = try TakeFixture(start: 10, limit: 777)
        fixture.take.add(Take.Edge(frame: 100, kind: .pause))
        fixture.take.add(Take.Edge(frame: 400, kind: .resume))
        try fixture.stream(from: 0, to: 2000, period: 64)
        #expect(fixture.take.state == .ended && fixture.take.endReason == .ended)
        #expect(try fixture.finish().count == 777)
    }

    @Test func aStopBeforeTheStartTakesNothing() throws {
        let fixture = try TakeFixture(start: 5000)
        fixture.take.add(Take.Edge(frame: 100, kind: .stop(.stopped)))
        try fixture.stream(from: 0, to: 200, period: 64)
        #expect(fixture.take.state == .ended)
        #expect(try fixture.finish().isEmpty)
    }
}
