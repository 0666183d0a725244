// Tests of loudness and analyses in sidecars (F16, W8).
import Dictation
import Testing

@Suite struct LoudnessFiguresTests {
    private func recording() throws -> Recording {
        var segment = Segment(file: "a.wav", created: "2026-01-01T00:00:00Z", format: try AudioFormat(rate: 48_000))
        segment.frames = 96_000
        segment.loudness = LoudnessFigures(
            integrated: -20.123, range: 3, truePeak: -.infinity, maxMomentary: .nan, maxShortTerm: -19)
        return Recording(name: "a", created: "2026-01-01T00:00:00Z", segment: segment)
    }

    @Test("A sidecar keeps the figures; those of a newer form stay as they were")
    func sidecar() throws {
        var recording = try recording()
        #expect(recording.segments[0].loudness?.integrated == -20.12 && recording.segments[0].loudness?.truePeak == -200)
        recording.analysis = RecordingAnalysis(
            mark: recording.timelineMark, made: "", seconds: 2, loudness: try #require(recording.segments[0].loudness))
        #expect(try Recording(name: "a", parsing: recording.printed) == recording)
        let text = String(decoding: recording.printed, as: UTF8.self)
        let newer = text.replacing("\"integrated\"", with: "\"total\"").replacing("\"range\"", with: "\"spread\"")
        var read = try Recording(name: "a", parsing: Array(newer.utf8))
        #expect(read.segments[0].loudness == nil && read.analysis == nil)
        #expect(String(decoding: read.printed, as: UTF8.self).contains("\"total\""))
        read.segments[0].loudness = recording.segments[0].loudness
        read.analysis = recording.analysis
        #expect(!String(decoding: read.printed, as: UTF8.self).contains("\"total\""))
    }

    @Test("The mark of a timeline changes with each edit, comes back with undo, and stays through a rename")
    func mark() throws {
        var recording = try recording()
        let mark = recording.timelineMark
        #expect(mark.count == 16 && recording.renamed(to: "b").timelineMark == mark)
        recording.edits.delete(100..<200)
        #expect(recording.timelineMark != mark)
        #expect(recording.edits.undo() != nil)
        #expect(recording.timelineMark == mark)
        recording.note = "x"
        #expect(recording.timelineMark == mark)
    }
}
