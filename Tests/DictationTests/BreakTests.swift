// Tests of the pauses and losses in a timeline (T1). No I/O.
import Dictation
import Testing

@Suite struct BreakTests {
    private func segment(_ file: String, rate: Int = 48_000) throws -> Segment {
        var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: try AudioFormat(rate: rate))
        segment.frames = 48_000
        segment.joints = [.init(position: 10_000, paused: 96_000)]
        segment.gaps = [.init(position: 30_000, length: 480, cause: .missed), .init(position: 0, length: 48_000, cause: .away)]
        return segment
    }

    @Test("Breaks stand at their frames of the timeline, also after a cut, in a second segment and at another rate")
    func places() throws {
        var recording = Recording(name: "memo", created: "2026", segment: try segment("memo.wav"))
        #expect(recording.breaks.map(\.line) == ["away 0 1", "pause 10000 2", "lost 30000 0.01"])
        recording.edits.delete(5000..<15_000)
        #expect(recording.breaks.map(\.line) == ["away 0 1", "lost 20000 0.01"])
        _ = recording.edits.undo()
        let next = try segment("memo~2.wav", rate: 24_000)
        recording.segments.append(next)
        recording.edits.insert(Arrangement(Timeline([recording.span(of: next)])), at: recording.timeline.length)
        #expect(
            recording.breaks.map(\.line) == [
                "away 0 1", "pause 10000 2", "lost 30000 0.01", "away 48000 2", "pause 68000 4", "lost 108000 0.02",
            ])
    }

    @Test("A segment with thousands of gaps lists five hundred")
    func many() throws {
        var long = try segment("memo.wav")
        long.gaps = (0..<2000).map { .init(position: Int64($0) * 2, length: 1, cause: .lost) }
        let recording = Recording(name: "memo", created: "2026", segment: long)
        #expect(recording.breaks.count == 500 && recording.breaks.last?.frame == 998)
    }
}
