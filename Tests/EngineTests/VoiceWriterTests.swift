// Tests of takes with voice activation in the writer: changes by hand, splits and ends around an edge of the sound (V1, V2).
import Dictation
import FoundationEssentials
import Glibc
import Storage
import Synchronization
import System
import TestSupport
import Testing

@testable import Engine
@testable import Recorder

/// Each test has silence up to frame 20,000 and sound behind it.
@Suite struct VoiceWriterTests {
    private static let onset = 20_000
    private static let first = Int64(onset) - WriterFixture.lead

    /// An armed take that hears sound up to frame `end`.
    private func spoken(
        to end: Int, _ rule: SplitRule? = nil, splits: Bool = false, limit: Int64? = nil,
        _ change: (inout TakeRequest) -> Void = { _ in }
    ) throws -> WriterFixture {
        var fixture = try WriterFixture()
        try fixture.arm(rule, splits: splits, limit: limit, change)
        fixture.silence(to: Self.onset)
        fixture.sound(to: end)
        return fixture
    }

    /// A stop at a frame to come outlives the recording that silence ends before it: the armed take ends at that frame.
    @Test func aStopOutlivesTheSilenceThatEndsARecording() throws {
        var fixture = try spoken(to: 60_000, splits: true)
        fixture.edge(200_001, .stop(.stopped))
        fixture.silence(to: 150_000)
        #expect(fixture.closed.map(\.goesOn) == [true] && fixture.unheard.isEmpty)
        fixture.silence(to: 210_000)
        #expect(fixture.unheard == [.stopped])
        fixture.sound(to: 260_000)
        fixture.silence(to: 320_000)
        #expect(fixture.closed.count == 1)
    }

    /// A stop behind the silence ends the recording that has begun in between.
    @Test func aStopOutlivesTheSilenceIntoTheNextRecording() throws {
        var fixture = try spoken(to: 60_000, splits: true)
        fixture.edge(200_001, .stop(.stopped))
        fixture.silence(to: 150_000)
        fixture.sound(to: 260_000)
        #expect(fixture.closed.map(\.goesOn) == [true, false] && fixture.closed.last?.segment.endReason == .stopped)
        #expect(fixture.closed.last?.segment.frames == 200_001 - 150_000 + WriterFixture.lead)
    }

    /// A pause and a resume that are given to an armed take hold at their frames, also when the sound begins before them.
    @Test func aPauseOfAnArmedTakeHoldsInTheTakeThatBeginsBeforeIt() throws {
        var fixture = try WriterFixture()
        try fixture.arm()
        fixture.silence(to: 10_000)
        fixture.edge(60_000, .pause)
        fixture.edge(90_000, .resume)
        fixture.silence(to: Self.onset)
        fixture.sound(to: 120_000)
        fixture.stop()
        let segment = try #require(fixture.closed.first).segment
        #expect(segment.joints.map(\.position) == [60_000 - Self.first] && segment.joints.map(\.paused) == [30_000])
        #expect(segment.frames == 120_000 - Self.first - 30_000)
    }

    /// A pause that was taken back leaves no trace in the take.
    @Test func aPauseOfAnArmedTakeCanBeTakenBack() throws {
        var fixture = try WriterFixture()
        try fixture.arm()
        fixture.silence(to: 10_000)
        fixture.edge(60_000, .pause)
        fixture.writer.obey(.withdraw(frame: 60_000))
        fixture.silence(to: Self.onset)
        fixture.sound(to: 120_000)
        fixture.stop()
        let segment = try #require(fixture.closed.first).segment
        #expect(segment.joints.isEmpty && segment.frames == 120_000 - Self.first)
    }

    /// A split that finds no take is refused, and never without an answer.
    @Test(arguments: [false, true]) func aSplitWithoutATakeIsRefused(isArmed: Bool) throws {
        var fixture = try WriterFixture()
        if isArmed { try fixture.arm(SplitRule(base: "take")) }
        fixture.edge(10, .split(7))
        fixture.hear()
        #expect(fixture.refused.count == 1)
    }

    /// A marker stands at its frame, although the gate holds frames back; with the rule for markers its part begins there.
    @Test(arguments: [false, true]) func aMarkerStandsAtItsFrame(splits: Bool) throws {
        var rule = SplitRule(base: "take")
        rule.atMarkers = splits
        var fixture = try spoken(to: 60_000, rule)
        // The gate holds the last 0.25 s and more.
        try fixture.mark(58_765)
        fixture.sound(to: 100_000)
        fixture.stop()
        if splits {
            #expect(fixture.closed.map(\.segment.frames) == [58_765 - Self.first, 100_000 - 58_765])
            #expect(fixture.closed.last?.markers.map(\.frame) == [0])
        } else {
            #expect(fixture.closed.first?.markers.map(\.frame) == [58_765 - Self.first])
        }
    }

    /// A split keeps the voice activation, and its parts are named after the sound that has begun the take.
    @Test func aSplitKeepsTheVoiceActivation() throws {
        var fixture = try WriterFixture()
        try fixture.arm(SplitRule(base: "asked"), isNamed: false)
        fixture.silence(to: Self.onset)
        fixture.sound(to: 60_000)
        fixture.edge(60_000, .split(nil))
        fixture.sound(to: 100_000)
        fixture.stop()
        let name = try #require(fixture.closed.first).name
        #expect(fixture.splits.map(\.voice?.isArmed) == [true] && fixture.splits.map(\.name) == [name + " (2)"])
    }

    /// The limit holds over all recordings, those of splits by hand included, and the progress belongs to the part that is told.
    @Test func theLimitHoldsOverSplitsAndSilence() throws {
        var fixture = try spoken(to: 40_001, SplitRule(base: "take"), splits: true, limit: 96_000)
        fixture.edge(40_001, .split(nil))
        fixture.sound(to: 50_000)
        fixture.silence(to: 120_000)
        #expect(fixture.progress.part.load(ordering: .relaxed) == fixture.splits.last?.part)
        fixture.sound(to: 220_000)
        #expect(fixture.closed.map(\.name) == ["take", "take (2)", "take (3)"])
        #expect(fixture.closed.reduce(0) { $0 + $1.segment.frames } == 96_000)
        #expect(fixture.closed.map(\.goesOn) == [false, true, false] && fixture.closed.last?.segment.endReason == .ended)
    }

    /// A take whose limit is reached at the very frame of the silence is over.
    @Test func aLimitAtTheSilenceArmsNothing() throws {
        func frames(_ limit: Int64?) throws -> (frames: Int64, goesOn: Bool) {
            var fixture = try spoken(to: 50_000, splits: true, limit: limit)
            fixture.silence(to: 120_000)
            let first = try #require(fixture.closed.first)
            return (first.segment.frames, first.goesOn)
        }
        let free = try frames(nil)
        #expect(free.goesOn)
        let limited = try frames(free.frames)
        #expect(limited == (free.frames, false))
    }

    /// A split at the very frame at which silence ends the recording is refused: the next recording is armed.
    @Test func aSplitAtTheSilenceIsRefused() throws {
        func record(splitAt frame: Int64?) throws -> WriterFixture {
            var fixture = try spoken(to: 50_000, SplitRule(base: "take"), splits: true)
            if let frame { fixture.edge(frame, .split(7)) }
            fixture.silence(to: 120_000)
            return fixture
        }
        let free = try record(splitAt: nil)
        let end = Self.first + (try #require(free.closed.first)).segment.frames
        var fixture = try record(splitAt: end)
        #expect(fixture.dropped.isEmpty && fixture.refused.count == 1 && fixture.closed.map(\.goesOn) == [true])
        fixture.sound(to: 150_000)
        fixture.stop()
        #expect(fixture.closed.map(\.name) == ["take", "take (2)"])
    }

    /// The warning before the limit comes once in all recordings of the take.
    @Test func theWarningComesOnceInAllRecordings() throws {
        var fixture = try spoken(to: 50_000, splits: true, limit: 192_000) { $0.warningFrames = 191_000 }
        fixture.silence(to: 120_000)
        fixture.sound(to: 150_000)
        fixture.stop()
        #expect(fixture.closed.count == 2 && fixture.warnings.count == 1)
    }

    /// A stop whose frame a stalled server never delivers keeps all frames that it did deliver.
    @Test func aStalledStopKeepsTheFramesThatTheGateHolds() throws {
        var fixture = try spoken(to: 60_000)
        fixture.edge(60_100, .stop(.stopped))
        fixture.writer.lastProgress = Moment.now.later(milliseconds: -10_000)
        fixture.turn()
        #expect(fixture.closed.map(\.segment.endReason) == [.serverGone])
        #expect(fixture.closed.map(\.segment.frames) == [60_000 - Self.first])
    }

    /// A disk that becomes full ends the take behind the frames that the gate holds: the reserve has room for them.
    @Test func aFullDiskKeepsTheFramesThatTheGateHolds() throws {
        // A disk in memory, of which nobody else takes 8 MB meanwhile.
        let folder = "/dev/shm/dicta-test-\(getpid())-full"
        try #require(Files.makeFolder(folder))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let reserve = try DiskSpace.at(folder).available - 8_000_000
        var fixture = try WriterFixture(library: folder, reserve: reserve)
        try fixture.arm()
        fixture.silence(to: Self.onset)
        fixture.sound(to: 60_000)
        #expect(FileManager.default.createFile(atPath: folder + "/other", contents: Data(count: 12_000_000)))
        fixture.turn()
        #expect(fixture.closed.map(\.segment.endReason) == [.diskFull])
        #expect(fixture.closed.map(\.segment.frames) == [60_000 - Self.first])
    }

    /// A clip in the last frames has its marker, although the gate has held them until the end.
    @Test func aClipInTheLastFramesHasItsMarker() throws {
        var fixture = try spoken(to: 60_000) { $0.marksClips = true }
        fixture.sound(to: 61_000, amplitude: 1)
        fixture.writer.obey(.detach(.serverGone))
        fixture.hear()
        #expect(fixture.closed.map(\.segment.frames) == [61_000 - Self.first])
        #expect(fixture.closed.first?.markers.map(\.frame) == [60_000 - Self.first])
    }
}
