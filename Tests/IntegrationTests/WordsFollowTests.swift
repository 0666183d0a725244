// Tests that no text of an older state is shown as that of the new one, wherever words are shown (W1, W6, C10).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite struct WordsFollowTests {
        private static let lines = ["the mayor", "speaks of", "the bridge"]

        /// An engine with a recording of three lines of two seconds each, and a surface that watches the words at the playhead.
        private struct Stage {
            let fixture: EngineFixture
            let client: OscClient
            var engine: EngineProcess { fixture.engine }

            init() throws {
                fixture = try EngineFixture(engine: OscTests.ways, settings: "load-take = off\n")
                client = try OscClient(try OscTests.urls(fixture.engine)[1])
                let taken = try fixture.take("talk", at: fixture.soon, frames: 6 * 48_000)
                let library = try Library(folder: Library.folder(of: taken.text("path")))
                try library.updateTranscript(of: "talk") { transcript, recording in
                    let lines = WordsFollowTests.lines.enumerated().map { index, text in
                        Line(text: text, in: Int64(index) * 96_000..<Int64(index + 1) * 96_000)
                    }
                    transcript[recording.segments[0].file].hear(0..<288_000, lines)
                }
                #expect(try client.ask("/dicta/subscribe", [.string("words"), .float(20), .int32(600)])?.code == 0)
                try fixture.engine.ask("load", "name", "talk")
            }

            /// Waits for the topic to tell a line at a place of the playhead.
            private func follows(_ at: String, _ text: String, lines: Int) throws {
                try engine.ask("locate", "at", at)
                for _ in 0..<500 {
                    try client.receive(within: 20)
                    guard let state = client.last["/dicta/state/words"].flatMap({ StateMessage($0) })?.fields else { continue }
                    if state.text("words_text") == text, state.int("words_lines") == lines { return }
                }
                Issue.record("at \(at) not '\(text)' of \(lines): \(client.last["/dicta/state/words"].map { "\($0)" } ?? "")")
            }

            /// Expects these of the three lines, one after the other, in all places; nil is a stretch without words.
            func expect(_ texts: [String?], _ reason: String) throws {
                let said = texts.compactMap(\.self)
                #expect(try engine.reply("transcript", ["name", "talk"]).items.map { $0.text("text") } == said, "\(reason)")
                let folder = TempFolder()
                try engine.ask("transcript", "name", "talk", "to", folder.file("x.srt"))
                let captions = Files.read(folder.file("x.srt")) ?? ""
                for (place, text) in texts.enumerated() {
                    guard let text else { continue }
                    try follows("\(place * 2).5s", text, lines: said.count)
                    #expect(captions.contains(text), "\(reason): \(captions)")
                }
                for text in WordsFollowTests.lines {
                    let word = String(text.split(separator: " ")[1])
                    let isSaid = said.contains(text)
                    #expect(try engine.ask("search", "words", word).int("total") == (isSaid ? 1 : 0), "\(reason): \(word)")
                    #expect(captions.contains(word) == isSaid, "\(reason): \(captions)")
                    try engine.ask("locate", "at", "0s")
                    guard isSaid else {
                        #expect(throws: EngineProcess.Trouble.self, "\(reason): \(word)") {
                            try engine.ask("play", "name", "talk", "at-word", word)
                        }
                        continue
                    }
                    let played = try engine.ask("play", "name", "talk", "at-word", word)
                    try engine.ask("pause")
                    let line = Int(played.int("position_frames")) / 96_000
                    #expect(texts[line] == text, "\(reason): \(word) at \(line)")
                }
            }
        }

        @Test func everyPlaceOfWordsFollowsTheSound() throws {
            let stage = try Stage()
            let (engine, all) = (stage.engine, Self.lines.map(Optional.some))
            try stage.expect(all, "as it was said")
            try engine.ask("cut", "name", "talk", "from", "0s", "until", "2s")
            try stage.expect(Array(all.dropFirst()), "after a cut")
            try engine.ask("undo", "name", "talk")
            try stage.expect(all, "after undo")
            // A new take over the second line has not been listened to.
            let start = stage.fixture.soon
            _ = try engine.reply("overwrite", ["talk", "at", "96000f", "at-frame", "\(start)"])
            try engine.ask("stop", "what", "rec", "at-frame", "\(start &+ 96_000)")
            try stage.expect([all[0], nil, all[2]], "after a take over it")
            #expect(try engine.ask("transcript", "name", "talk").double("unheard_seconds") == 2)
            try engine.ask("undo", "name", "talk")
            try stage.expect(all, "after undo of the take")
            try engine.ask("redo", "name", "talk")
            try stage.expect([all[0], nil, all[2]], "after redo of the take")
        }
    }
}
