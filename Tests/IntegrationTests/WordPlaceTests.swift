// Tests the places of recognised words against a reference, through a real server and a real recogniser (W3, issue 17 no. 1).
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite struct WordPlaceTests {
        /// Limit of a word's distance from where it was said, in frames: 150 ms.
        private static let limit = 7200.0

        /// The rule: of the words that were recognised right, the median begins within 50 ms of the reference, and nine of ten begin
        /// within 150 ms. More than half of all words have to be right, so that the rule says something.
        @Test func `words are placed within 150 ms of where they were said`() throws {
            let folder = TempFolder()
            let speech = try ReadSpeech()
            try speech.write(to: folder.file("read.wav"))
            let fixture = try EngineFixture()
            let engine = fixture.engine
            _ = try engine.reply("import", ["path", folder.file("read.wav")])
            for side in ["l", "r"] {
                #expect(fixture.probe.disconnect("\(fixture.probe.name):out_\(side)", "\(engine.name):in_\(side)"))
                #expect(fixture.probe.connect("\(engine.name):out_\(side)", "\(engine.name):in_\(side)"))
            }
            try engine.ask("rec", "name", "said")
            try engine.ask("play", "read")
            while try engine.ask("status").text("play_state") == "playing" { Pause.milliseconds(100) }
            let said = try engine.ask("stop", "what", "rec")
            let shift = try Self.shift(of: folder.file("read.wav"), in: said.text("path"))

            _ = try engine.reply("transcribe", ["said", "recogniser", "pocketsphinx", "language", "en"], timeout: 300)
            let library = try Library(folder: engine.library)
            let text = TimelineText(try library.transcript(of: "said"), try library.recording("said").timeline)
            // A word counts by its beginning alone.
            let heard = text.words.map { TimedWord($0.text, start: $0.start, end: $0.start) }
            let first = shift + Int64(ReadSpeech.pad * 48_000)
            let reference = speech.words.map { TimedWord($0.text, start: $0.start + first, end: $0.start + first) }
            let distances = WordErrors(reference: reference, hypothesis: heard).distances.map(Double.init)
            try #require(distances.count * 2 > reference.count, "only \(distances.count) words are right")
            let sizes = distances.map(abs).sorted()
            let near = sizes.filter { $0 <= Self.limit }.count
            let milliseconds = { (frames: Double) in Int(frames / 48) }
            print(
                "MEASURED starts of \(sizes.count) right words: median \(milliseconds(sizes[sizes.count / 2])) ms,",
                "worst \(milliseconds(sizes.last ?? 0)) ms, \(near * 100 / sizes.count) % within 150 ms")
            #expect(sizes[sizes.count / 2] <= 2400, "\(distances.map(milliseconds))")
            #expect(near * 10 >= sizes.count * 9, "\(distances.map(milliseconds))")
        }

        /// Frames by which a recording of a file lies behind it. The recording has each sample of it as it was.
        private static func shift(of file: String, in recording: String) throws -> Int64 {
            let (sent, came) = (try EngineFixture.samples(file), try EngineFixture.samples(recording))
            let start = try #require(sent.firstIndex { abs($0[0]) > 0.05 })
            let place = try #require(came.firstIndex { abs($0[0]) > 0.05 })
            let count = min(sent.count - start, came.count - place)
            try #require(count > 48_000 * 20)
            let worst = (0..<count).map { abs(sent[start + $0][0] - came[place + $0][0]) }.max() ?? 1
            try #require(worst < 0.0001, "the recording differs from the file by \(worst)")
            return Int64(place - start)
        }
    }
}
