// Tests real speech through a real server and a real recogniser: its words, their places, and a take beside (W3, W4, C10).
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

        private static func words(_ name: String, in library: Library) throws -> TimelineText {
            TimelineText(try library.transcript(of: name), try library.recording(name).timeline)
        }

        /// Real speech is played and recorded through the server, recognised offline, and stays where it was said. A take beside
        /// the recogniser has all its frames.
        ///
        /// The rule of the places: of the words that were recognised right, the median begins within 50 ms of the reference, and
        /// nine of ten begin within 150 ms. More than half of all words have to be right, so that the rule says something.
        @Test func `speech through JACK is written down beside a take, each word within 150 ms of its place`() throws {
            let folder = TempFolder()
            let speech = try ReadSpeech()
            try speech.write(to: folder.file("read.wav"))
            let fixture = try EngineFixture(sends: .frames(.fine))
            let engine = fixture.engine
            _ = try engine.reply("import", ["path", folder.file("read.wav")])
            for side in ["l", "r"] {
                #expect(fixture.probe.disconnect("\(fixture.probe.name):out_\(side)", "\(engine.name):in_\(side)"))
                #expect(fixture.probe.connect("\(engine.name):out_\(side)", "\(engine.name):in_\(side)"))
            }
            try engine.ask("rec", "name", "said")
            try engine.ask("play", "read")
            #expect(fixture.probe.setFreewheel(true))
            try engine.wait(seconds: 300) { $0.text("play_state") != "playing" }
            #expect(fixture.probe.setFreewheel(false))
            let said = try engine.ask("stop", "what", "rec")
            for side in ["l", "r"] {
                #expect(fixture.probe.disconnect("\(engine.name):out_\(side)", "\(engine.name):in_\(side)"))
            }
            #expect(fixture.probe.connectOutputs(to: engine.name))
            let shift = try Self.shift(of: folder.file("read.wav"), in: said.text("path"))
            let before = Process.run("/usr/bin/sha256sum", [said.text("path")]).output

            try engine.ask("rec", "name", "beside", "bits", "float", "at-frame", "\(fixture.soon)")
            let reply = try engine.reply("transcribe", ["said", "recogniser", "pocketsphinx", "language", "en"], timeout: 300)
            let beside = try engine.ask("stop", "what", "rec")
            let report = FrameReport(try EngineFixture.samples(beside.text("path")), .fine)
            #expect(report.isClean && beside.int("lost_frames") == 0, "\(report)")
            #expect(beside.int("frames") > 48_000, "the take was not beside the work")

            let library = try Library(folder: engine.library)
            let heard = try Self.words("said", in: library)
            let hypothesis = PlainWord.words(heard.text)
            let errors = WordErrors(reference: speech.text, hypothesis: hypothesis.map(\.letters).joined(separator: " ")).rate
            print("MEASURED pocketsphinx through JACK: \(Int(errors * 100)) % of \(speech.words.count) words wrong")
            #expect(errors < 0.5, "\(hypothesis.map(\.letters))")
            #expect(reply.fields.int("words") == hypothesis.count && reply.fields.text("recogniser") == "pocketsphinx")
            #expect(Process.run("/usr/bin/sha256sum", [said.text("path")]).output == before)
            try expectPlaces(heard, of: speech, from: shift + Int64(ReadSpeech.pad * 48_000))

            // Nothing is left, so no recogniser runs.
            #expect(try engine.reply("transcribe", ["said", "recogniser", "pocketsphinx"]).fields.double("seconds") == 0)
            // A cut leaves nothing to be listened to either.
            _ = try engine.reply("cut", ["said", "from", "2s", "until", "4s"])
            #expect(try engine.reply("transcribe", ["said", "recogniser", "pocketsphinx"]).fields.double("seconds") == 0)
            #expect(try PlainWord.words(Self.words("said", in: library).text).count < hypothesis.count)
            _ = try engine.reply("undo", ["said"])
            #expect(try PlainWord.words(Self.words("said", in: library).text) == hypothesis)
        }

        /// Expects words where the reference has them behind its frame `first`.
        private func expectPlaces(_ heard: TimelineText, of speech: ReadSpeech, from first: Int64) throws {
            // A word counts by its beginning alone.
            let words = heard.words.map { TimedWord($0.text, start: $0.start, end: $0.start) }
            let reference = speech.words.map { TimedWord($0.text, start: $0.start + first, end: $0.start + first) }
            let distances = WordErrors(reference: reference, hypothesis: words).distances.map(Double.init)
            try #require(distances.count * 2 > reference.count, "only \(distances.count) words are right")
            let sizes = distances.map(abs).sorted()
            let near = sizes.filter { $0 <= Self.limit }.count
            let milliseconds = { (frames: Double) in Int(frames / 48) }
            print(
                "MEASURED starts of \(sizes.count) right words: median \(milliseconds(sizes[sizes.count / 2])) ms,",
                "worst \(milliseconds(sizes.last ?? 0)) ms, \(near * 100 / sizes.count) % within 150 ms")
            #expect(sizes[sizes.count / 2] <= 2400, "\(distances.map(milliseconds))")
            #expect(near * 10 >= sizes.count * 9, "\(distances.map(milliseconds))")
            // A phrase is found where it was said.
            let young = try #require(
                speech.words.indices.first { index in
                    speech.words[index...].prefix(2).map(\.text) == ["young", "man"]
                })
            let place = try #require(heard.places(of: PlainWord.words("young man")).first).start
            #expect(abs(Double(place - reference[young].start)) < 48_000 * 0.3, "\(place)")
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
