// Tests of words at the playhead: topic, playing from a word, places for notes (W6, issue 17 no. 5 and 7).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite struct TranscriptTests {
        /// A recording of 6 s with three lines of two words, two seconds each.
        private func talk(_ fixture: EngineFixture) throws {
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "talk", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 6 * 48_000)
            let taken = try fixture.engine.ask("stop")
            let library = try Library(folder: Library.folder(of: taken.text("path")))
            try library.updateTranscript(of: "talk") { transcript, recording in
                let file = recording.segments[0].file
                let lines = [("the mayor", 0.9), ("speaks of", 0.3), ("the bridge", 0.9)].enumerated().map { index, line in
                    let from = Int64(index) * 96_000
                    return Line(text: line.0, in: from..<from + 96_000, speaker: "Ann", confidence: line.1)
                }
                transcript[file].hear(0..<288_000, lines)
            }
        }

        /// True if a play began at a frame: the answer comes a few periods later.
        private func begins(_ played: Fields, at frame: Int) -> Bool {
            (frame..<frame + 9600).contains(played.int("position_frames"))
        }

        /// Waits until the last words that were told have all these parts.
        private func wait(_ watch: Process, _ parts: String...) {
            var last: Substring = ""
            for _ in 0..<1000 {
                last = watch.saidSoFar.split(separator: "\n").last { $0.contains("words_text") } ?? ""
                if parts.allSatisfy({ last.contains($0) }) { return }
                Pause.milliseconds(20)
            }
            Issue.record("\(parts) never came; the last words: \(last)")
        }

        @Test func playsFromAWordAndFollowsTheText() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            try talk(fixture)
            try fixture.engine.ask("rec", "name", "mute", "for", "0.2s", "wait", "yes")
            try refused("mute has no transcript yet") { try fixture.engine.ask("play", "name", "mute", "at-word", "bridge") }
            let words = ["--engine", fixture.engine.name, "--socket", fixture.engine.socket, "--json", "watch", "words"]
            let watch = try #require(Process(Programs.path("dicta"), words + ["--rate", "20"]))
            defer { _ = kill(watch.pid, SIGKILL) }
            let played = try fixture.engine.ask("play", "name", "talk", "at-word", "bridge")
            let place = try fixture.engine.reply("transcript", ["name", "talk", "find", "bridge"]).items[0]
            #expect(begins(played, at: place.int("from_frames")), "\(played.all)")
            #expect(place.int("from_frames") > 192_000)
            wait(watch, #""words_text":"the bridge""#, #""words_word":"bridge""#)
            // Without a name: the next place, and after the last one the first.
            try fixture.engine.ask("pause")
            let first = try fixture.engine.ask("play", "at-word", "the")
            #expect(begins(first, at: 0), "\(first.all)")
            wait(watch, #""words_line":1"#, #""words_next":"speaks of""#, #""words_speaker":"Ann""#)
            let next = try fixture.engine.ask("play", "at-word", "the")
            #expect(begins(next, at: 192_000), "\(next.all)")
            try refused("is not said") { try fixture.engine.ask("play", "at-word", "nobody") }
            try refused("not both") { try fixture.engine.ask("play", "at-word", "the", "from", "1s") }
            // A text that an editor has changed meanwhile is followed, and so is a cut.
            try fixture.engine.ask("pause")
            try fixture.engine.ask("locate", "at", "0s")
            wait(watch, #""words_text":"the mayor""#, #""words_doubtful":2"#, #""words_lines":3"#)
            try fixture.engine.ask("cut", "name", "talk", "from", "0s", "to", "2s")
            wait(watch, #""words_text":"speaks of""#, #""words_lines":2"#)
        }

        private func refused(_ words: String, _ work: () throws -> Fields) throws {
            do {
                _ = try work()
                Issue.record("not refused: \(words)")
            } catch let trouble as EngineProcess.Trouble {
                #expect("\(trouble)".contains(words), "\(trouble)")
            }
        }

        @Test func placesForNotes() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            try refused("there is no place") { try fixture.engine.ask("place") }
            try talk(fixture)
            try fixture.engine.ask("load", "name", "talk")
            try fixture.engine.ask("locate", "at", "3.25s")
            #expect(try fixture.engine.ask("place").text("place") == "[00:00:03]")
            #expect(try fixture.engine.ask("place", "format", "%n %S.%m %F %%").text("place") == "talk 03.250 156000 %")
            try fixture.engine.ask("set", "place-format", "(%S.%d)")
            #expect(try fixture.engine.ask("place").text("place") == "(03.2)")
        }
    }
}
