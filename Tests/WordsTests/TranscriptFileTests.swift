// Tests of the file of a transcript (W2).
import Dictation
import JSON
import TestSupport
import Testing
import Words

@Suite struct TranscriptFileTests {
    private let recording: Recording = {
        var segment = Segment(file: "a", created: "", container: "wav", encoding: "float", rate: 1000, channels: 2)
        segment.frames = 4000
        return Recording(name: "t", created: "", segment: segment)
    }()

    @Test func isReadAndWrittenWithoutLoss() throws {
        var dice = Dice(seed: 7)
        var transcript = makeTranscript(["a", "b"], lines: 4, &dice)
        transcript.language = "de"
        transcript.engine = "whisper.cpp"
        transcript.model = "tiny"
        transcript.alternatives = ["x"]
        transcript.others = [.init("theirs", .list([.integer(1)]))]
        transcript["a"].lines[1].others = [.init("temperature", .number("0.20"))]
        transcript["a"].lines[1].words[0].others = [.init("phones", .text("ah"))]
        transcript["a"].lines[1].speaker = "Ann"
        transcript["a"].lines[2].text = "As it was written."
        transcript["a"].lines[2].confidence = 0.123_456_789
        transcript["a"].lines[2].alternatives = ["1", "2"]
        let printed = transcript.printed(for: recording)
        let read = try Transcript(name: "t", parsing: printed)
        #expect(read == transcript)
        #expect(read.printed(for: recording) == printed)
        #expect(try Transcript(name: "u", parsing: printed) == transcript)
        let tree = try JSONTree(parsing: printed)
        #expect(tree["duration"]?.double == 4)
        #expect(tree["text"]?.text == TimelineText(transcript, recording.timeline).text)
    }

    @Test(arguments: [
        ("{}", "missing"), (#"{"schema": 2}"#, "newer"),
        (#"{"schema": 1, "segments": [{"file": "a", "start": 5, "end": 4}]}"#, "end"),
        (#"{"schema": 1, "segments": [{"start": 5, "end": 7}]}"#, "file"), (#"{"schema": 1, "heard": 5}"#, "a list"),
        (#"{"schema": 1, "segments": [{"file": "a", "start": 5, "end": 9223372036854775807}]}"#, "frames"), ("[", "JSON"),
        (#"{"schema": 1, "segments": [{"file": "a", "start": 5, "end": 7, "confidence": 2}]}"#, "confidence"),
    ]) func refusesWhatIsWrong(text: String, reason: String) {
        do throws(RecordingError) {
            _ = try Transcript(name: "t", parsing: Array(text.utf8))
            Issue.record("was read: \(text)")
        } catch {
            #expect("\(error)".contains(reason))
        }
    }

    @Test func aLineWithoutWordsGetsThem() throws {
        let text = #"{"schema": 1, "segments": [{"file": "a", "start": 0, "end": 100, "text": "one two"}]}"#
        let line = try Transcript(name: "t", parsing: Array(text.utf8))["a"].lines[0]
        #expect(line.words.map(\.text) == ["one", "two"])
        #expect(line.end == 100)
    }

    @Test func heardFramesAreReplacedByThoseHeardAgain() {
        var file = FileTranscript(file: "a")
        file.hear(0..<1000, [Line(text: "one two three four", in: 0..<1000)])
        file.hear(500..<1500, [Line(text: "again", in: 600..<700)])
        #expect(file.lines.map(\.spoken) == ["one two", "again"])
        #expect(file.heard == FrameSet([0..<1500]))
    }

    @Test func wordsThatAPersonWroteMeanwhileStay() {
        var file = FileTranscript(file: "a")
        file.hear(0..<1000, [Line(text: "heard before", in: 0..<1000, confidence: 0.5)])
        // Written by hand where nobody has listened.
        file.lines.append(Line(text: "by hand", in: 1200..<1400, confidence: 1))
        file.hearUnheard(800..<2000, [Line(text: "again new by rest", in: 800..<2000, confidence: 0.4)])
        // The middle of "new" lies in the line that was written by hand.
        #expect(file.lines.map(\.spoken) == ["heard before", "again", "by hand", "by rest"])
        #expect(file.heard == FrameSet([0..<2000]))
    }

    @Test(arguments: 0..<20) func frameSetsAreSets(seed: UInt64) {
        var dice = Dice(seed: seed)
        var (set, model) = (FrameSet(), Set<Int64>())
        for _ in 0..<60 {
            let low = Int64.random(in: 0...80, using: &dice)
            let range = low..<low + Int64.random(in: 0...15, using: &dice)
            if Bool.random(using: &dice) {
                set.insert(range)
                model.formUnion(range)
            } else {
                set.remove(range)
                model.subtract(range)
            }
            #expect((0..<100).allSatisfy { set.contains($0) == model.contains($0) })
            #expect(set.ranges == FrameSet(model.map { $0..<$0 + 1 }).ranges)
            #expect(set.missing(in: 10..<50).count == Int64((10..<50).count { !model.contains($0) }))
        }
    }
}
