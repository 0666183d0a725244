// Tests the recogniser that session/recogniser installs, which is half a gigabyte (`session/test --soak`).
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite(.enabled(if: Programs.folder("DICTA_RECOGNISERS") != nil, "session/test --soak installs the recogniser"))
    struct RecogniserSoakTests {
        /// Bound of wrong words for each word that is read. Words with a hyphen, as in "ill-disposed", count as two errors: 8 %.
        private static let most = 0.15

        @Test func fasterWhisperWritesReadSpeechDown() throws {
            let data = try #require(Programs.folder("DICTA_RECOGNISERS"))
            let (folder, speech) = (TempFolder(), try ReadSpeech())
            try speech.write(to: folder.file("read.wav"))
            let engine = try EngineProcess(
                waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here", "XDG_DATA_HOME": data])
            _ = try engine.reply("import", ["path", folder.file("read.wav")])
            // The one that is found by itself.
            let reply = try engine.reply("transcribe", ["read"], timeout: 600)
            #expect(reply.fields.text("recogniser") == "faster-whisper", "\(reply.fields)")
            let library = try Library(folder: engine.library)
            let transcript = try library.transcript(of: "read")
            #expect(transcript.engine == "faster-whisper" && transcript.model == "tiny.en" && transcript.language == "en")
            let text = TimelineText(transcript, try library.recording("read").timeline)
            let errors = WordErrors(reference: speech.text, hypothesis: text.text)
            let first = Int64(ReadSpeech.pad * 48_000)
            let starts = { (words: [TimedWord], shift: Int64) in
                words.map { TimedWord($0.text, start: $0.start + shift, end: $0.start + shift) }
            }
            let places = WordErrors(reference: starts(speech.words, first), hypothesis: starts(text.words, 0)).distances
            let sizes = places.map { abs($0) / 48 }.sorted()
            print(
                "MEASURED faster-whisper: \(Int(errors.rate * 100)) % of \(errors.said) words wrong; starts: median",
                "\(sizes[sizes.count / 2]) ms, worst \(sizes.last ?? 0) ms")
            #expect(errors.rate < Self.most, "\(text.text)")
            #expect(text.words.allSatisfy { $0.confidence != nil })
            #expect(sizes[sizes.count / 2] < 200)
        }
    }
}
