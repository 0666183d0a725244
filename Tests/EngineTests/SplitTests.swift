// Tests of takes that are split while they are recorded: no frame is lost or doubled between the parts (R17).
import Dictation
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Recorder

@Suite struct SplitTests {
    /// A hundred parts, cut at frames that are still to come or already captured, in random steps of the stream.
    @Test func aHundredPartsHaveEveryFrameOnce() throws {
        var fixture = try WriterFixture()
        var dice = Dice()
        try fixture.begin(SplitRule(base: "take"))
        var captured = 1
        var cuts: [Int64] = []
        while fixture.splits.count < 99 {
            let next = Int64(captured) + Int64.random(in: -20...2_000, using: &dice)
            if next > (cuts.last ?? 1), next >= Int64(captured) {
                fixture.edge(next, .split(nil))
                cuts.append(next)
            }
            let count = Int.random(in: 1...1_500, using: &dice)
            fixture.capture(count)
            captured += count
        }
        fixture.stop()
        let parts = try fixture.heard()
        #expect(parts.flatMap(\.self) == (1..<captured).map(Float.init))
        #expect(fixture.splits.map(\.startFrame) == cuts.prefix(fixture.splits.count).map(\.self))
        #expect(parts.dropFirst().map(\.first) == fixture.splits.prefix(parts.count - 1).map { Float($0.startFrame) })
        let names = ["take"] + (2...parts.count).map { "take (\($0))" }
        #expect(fixture.closed.map(\.name) == names && fixture.refused.isEmpty)
        // Each part is a recording of its own, with its time and its end.
        let library = try Library(folder: fixture.folder.path)
        for (place, summary) in fixture.closed.enumerated() {
            let recording = try library.readRecording(summary.name)
            #expect(recording.segments.count == 1 && recording.segments[0].startFrame == UInt64(parts[place][0]))
            #expect(recording.segments[0].endReason == (place == parts.count - 1 ? .stopped : .split))
        }
        #expect(names.allSatisfy { !Files.exists(fixture.folder.file(".\($0).take")) })
    }

    /// Parts of one length, in one long turn of the stream: several cuts in one block. The limit holds over all parts.
    @Test func partsOfOneLengthAndALimitOverAll() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take", frames: 1_000), limit: 4_321)
        fixture.capture(10_000)
        fixture.capture(1)
        let parts = try fixture.heard()
        #expect(parts.map(\.count) == [1_000, 1_000, 1_000, 1_000, 321])
        #expect(parts.flatMap(\.self) == (1..<4_322).map(Float.init))
        #expect(fixture.closed.last?.segment.endReason == .ended)
    }

    /// A file of samples is never larger than asked for, and next to no smaller.
    @Test func partsOfOneSize() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take", bytes: 1_000_000))
        for _ in 0..<40 { fixture.capture(24_000) }
        fixture.stop()
        let sizes = fixture.closed.map(\.segment.bytes)
        #expect(sizes.count > 2 && sizes.allSatisfy { $0 <= 1_000_000 }, "\(sizes)")
        #expect(sizes.dropLast().allSatisfy { $0 > 990_000 }, "\(sizes)")
        #expect(fixture.closed.reduce(0) { $0 + $1.segment.frames } == 960_000)
    }

    /// The largest size that can be asked for is split at, or never reached, in each format: no number is too large to count with.
    @Test(arguments: AudioFormat.Container.allCases) func theLargestSizeIsNoTrouble(container: AudioFormat.Container) throws {
        let format = try AudioFormat(container: container, rate: 48_000)
        let bytes: Int64 = 1_000_000_000_000_000
        let frames = SplitRule.frames(in: bytes, format)
        #expect(frames.map { $0 > 100_000_000_000_000 } != false)
        guard container == .mp3, let bitRate = format.bitRate.map({ Int64($0) }) else { return }
        let second = SplitRule.frames(in: 8192 + bitRate * 126, format)
        #expect(second == 48_384)
    }

    /// Pauses that come before, at and after a split, and a crossfade that a split cuts through: the parts together are
    /// the take that is not split.
    @Test(arguments: [[500], [2_000], [2_500], [3_000], [3_100], [2_200, 2_700, 3_050, 3_060]] as [[Int64]])
    func pausesAndFadesCrossASplit(cuts: [Int64]) throws {
        func record(_ cuts: [Int64]) throws -> (samples: [Float], paused: Int64) {
            var fixture = try WriterFixture()
            try fixture.begin(SplitRule(base: "take"))
            fixture.edge(2_000, .pause)
            fixture.edge(3_000, .resume)
            for cut in cuts { fixture.edge(cut, .split(nil)) }
            for _ in 0..<50 { fixture.capture(97) }
            fixture.stop()
            let paused = fixture.closed.flatMap(\.segment.joints).reduce(0) { $0 + $1.paused }
            return (try fixture.heard().flatMap(\.self), paused)
        }
        let (whole, paused) = try record([])
        #expect(whole.count == 1_999 + 1_851 && paused == 1_000)
        let parts = try record(cuts).samples
        #expect(parts.count == whole.count)
        // A part that begins behind a pause has no sound to fade from.
        if cuts.allSatisfy({ !(2_000..<3_000).contains($0) }) { #expect(parts == whole) }
        #expect(parts[..<1_999] == whole[..<1_999] && parts[2_300...] == whole[2_300...])
    }

    /// Missing frames over a split become silence of the right length on both sides.
    @Test func aGapOverASplit() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take"))
        let part = CaptureStream.Piece.gap(missed: 100, lost: 50, frame: 1_000)
        guard case .gap(60, 50, 1_040) = part.from(1_040), case .gap(0, 30, 1_120) = part.from(1_120),
            case .gap(100, 50, 1_000) = part.from(10), case .gap(0, 0, 1_150) = part.from(5_000)
        else { return #expect(Bool(false), "\(part.from(1_120))") }
    }

    /// A paused part without a frame is dropped at the end; the part before was the last one.
    @Test func aPartWithoutSoundIsDropped() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take"))
        fixture.edge(1_000, .pause)
        fixture.edge(1_500, .split(nil))
        for _ in 0..<20 { fixture.capture(100) }
        fixture.stop()
        #expect(fixture.closed.map(\.name) == ["take"] && fixture.dropped.map(\.name) == ["take (2)"])
        #expect(try fixture.heard() == [(1..<1_000).map(Float.init)])
        #expect(!Files.exists(fixture.folder.file("take (2).wav")))
    }

    /// A part without a frame is dropped as well when the take ends with its server, and kept when it goes on at the next one.
    @Test(arguments: [false, true]) func aPartWithoutSoundEndsWithItsServer(goesOn: Bool) throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take"))
        fixture.edge(1_000, .pause)
        fixture.edge(1_500, .split(nil))
        fixture.capture(2_000)
        fixture.writer.obey(.detach(.serverGone, goesOn: goesOn))
        fixture.hear()
        #expect(fixture.closed.map(\.name) == (goesOn ? ["take", "take (2)"] : ["take"]))
        #expect(fixture.dropped.map(\.name) == (goesOn ? [] : ["take (2)"]))
    }

    /// Edges whose frames are past when a split is made hold in the next part.
    @Test func lateEdgesHoldBehindASplit() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take"))
        fixture.capture(1_000)
        fixture.edge(500, .split(nil))
        fixture.edge(600, .pause)
        fixture.capture(1_000)
        fixture.stop()
        #expect(try fixture.heard() == [(1..<1_001).map(Float.init)] && fixture.dropped.map(\.name) == ["take (2)"])
    }

    /// A second split of the same frame, and one before the first frame, are refused; a take into a recording is never split.
    @Test func splitsWithoutSoundAreRefused() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take"))
        fixture.edge(500, .split(7))
        fixture.edge(500, .split(8))
        fixture.capture(1_000)
        #expect(fixture.splits.count == 1 && fixture.refused.count == 1, "\(fixture.refused)")
        fixture.edge(50_000, .split(9))
        fixture.stop()
        #expect(fixture.refused.count == 2 && fixture.refused.last?.contains("ended before") == true, "\(fixture.refused)")
        #expect(try fixture.heard().map(\.count) == [499, 501])
    }

    /// A part whose file cannot be made (here its name is none) costs no frame: the take goes on in its recording.
    @Test func aSplitThatFailsLosesNothing() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: ".hidden", frames: 1_000))
        fixture.edge(1_500, .split(3))
        for _ in 0..<30 { fixture.capture(100) }
        fixture.stop()
        #expect(fixture.refused.count >= 2 && fixture.refused.allSatisfy { $0.contains("goes on in it") }, "\(fixture.refused)")
        #expect(try fixture.heard() == [(1..<3_001).map(Float.init)])
        #expect(fixture.closed.map(\.segment.endReason) == [.stopped])
    }

    /// A name that somebody takes during the take is left to them.
    @Test func aTakenNameIsSkipped() throws {
        var fixture = try WriterFixture()
        try fixture.begin(SplitRule(base: "take", frames: 1_000))
        #expect(fixture.folder.write("mine", to: "take (2).wav") && fixture.folder.write("{}", to: "take (4).json"))
        fixture.capture(3_500)
        fixture.stop()
        #expect(fixture.closed.map(\.name) == ["take", "take (3)", "take (5)", "take (6)"])
        #expect(Files.read(fixture.folder.file("take (2).wav")) == "mine")
    }
}
