// Tests of the report of a take to `stop`, hooks and the session.
import Control
import Dictation
import System
import Testing

@testable import Engine
@testable import Recorder
@testable import Threads

@Suite struct TakeReportTests {
    /// A server that was started anew has split the take into two files, the second at another rate.
    @Test func theAnswerIsTheTakeAndNotItsLastSegment() throws {
        let summary = try Self.summary(
            earlier: ClosedSegments(segments: [Self.segment("a.wav", 48_000, 96_000, 700, 0.5)], awaySeconds: 3))
        let fields = TakeReport.fields(summary)
        #expect(fields["path"] == nil && fields["segment_path"] == nil && fields["paths"] == .text("/r/a.wav\n/r/a~2.wav"))
        #expect(fields["frames"] == .int(96_000 + 48_000) && fields["seconds"] == .double(3))
        #expect(fields["bytes"] == .int(1000) && fields["segments"] == .int(2) && fields["away_seconds"] == .double(3))
        #expect(fields["start_frame"] == .int(11) && fields["xruns"] == .int(2))
        #expect(fields["missed_frames"] == .int(10) && fields["dropouts"] == .int(6) && fields["dropout_frames"] == .int(40))
        #expect(fields["peak_left_db"] == .double(Decibel.level(0.5)))
        #expect(summary.seconds == 3)
    }

    @Test func aTakeOfOneFileHasOnePath() throws {
        let fields = TakeReport.fields(try Self.summary(earlier: nil))
        #expect(fields["path"] == .text("/r/a~2.wav") && fields["segment_path"] == fields["path"])
        #expect(fields["paths"] == nil && fields["segments"] == nil)
        #expect(fields["frames"] == .int(44_100) && fields["bytes"] == .int(300))
    }

    @Test func whatWentWrongNamesAllFiles() throws {
        let earlier = ClosedSegments(segments: [try Self.segment("a.wav", 48_000, 96_000, 700, 0.5)])
        let summary = try Self.summary(earlier: earlier).with(trouble: .noServer)
        guard case .failure(let error) = TakeReport.result(summary) else {
            Issue.record("no failure")
            return
        }
        #expect(error.description.contains("after 3.0 s") && error.description.contains("'/r/a.wav', '/r/a~2.wav'"))
    }

    /// The answer to `stop` had the length of the last part only (R24).
    @Test(arguments: [0, 22_050]) func aSplitTakeIsTheWholeOne(unsure: Int64) throws {
        var summary = try Self.summary(earlier: nil, unsure: unsure).with(trouble: .noServer)
        summary.split = (8, 8.5)
        guard case .failure(let error) = TakeReport.result(summary) else {
            Issue.record("no failure")
            return
        }
        let whole = unsure > 0 ? "of which 8.0 s are surely in" : "all of which is in"
        let words = "the take was ended after 8.5 s, \(whole) 8 recordings, the last of them in '/r/a~2.wav'"
        #expect(error.description.hasPrefix(words), "\(error)")
    }

    /// A kernel drops what a disk that failed did not take.
    @Test func onlyWhatTheDiskHasIsSaidToBeThere() throws {
        let summary = try Self.summary(earlier: nil, unsure: 22_050).with(trouble: .noServer)
        guard case .failure(let error) = TakeReport.result(summary) else {
            Issue.record("no failure")
            return
        }
        let words = error.description
        #expect(words.contains("after 1.0 s, of which 0.5 s are surely in '/r/a~2.wav'") && !words.contains("all of"), "\(words)")
    }

    /// An accent joins with the slash before it.
    @Test func aFolderEndsAtItsLastByte() throws {
        let summary = try Self.summary(earlier: nil, path: "/r/\u{301}a~2.wav")
        #expect(summary.path(of: "\u{301}a.wav").utf8.elementsEqual("/r/\u{301}a.wav".utf8))
    }

    private static func summary(
        earlier: ClosedSegments?, unsure: Int64 = 0, path: String = "/r/a~2.wav"
    ) throws -> TakeSummary {
        TakeSummary(
            id: 1, path: path, name: "a", addsToRecording: earlier != nil,
            segment: try segment("a~2.wav", 44_100, 44_100, 300, 0.25),
            markers: [], earlier: earlier, leftAt: 0, recording: nil, delivery: (false, false), edit: .append,
            unsureFrames: unsure, troubles: [])
    }

    private static func segment(
        _ file: String, _ rate: Int, _ frames: Int64, _ bytes: Int64, _ peak: Float
    ) throws -> Segment {
        var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: try AudioFormat(rate: rate))
        segment.frames = frames
        segment.bytes = bytes
        segment.startFrame = file == "a.wav" ? 11 : 5
        segment.peaks = [peak, peak]
        segment.xruns = 1
        segment.gaps = [
            Segment.Gap(position: 0, length: 99, cause: .away), Segment.Gap(position: 7, length: 5, cause: .missed),
        ]
        segment.dropouts = [Segment.Dropout(position: 1, length: 20, side: .both)]
        segment.dropoutCount = 3
        segment.endReason = .serverGone
        return segment
    }
}
