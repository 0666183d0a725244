// Tests of diary files, moves and schemas with a real engine (F17).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Diary files and moves with an engine (F17)") struct DiaryTests {
        /// Waits a minute at most.
        private func wait(_ isDone: () throws -> Bool) rethrows -> Bool { try Pause.until(60, isDone) }

        private func value(_ text: String, _ expression: String) -> String {
            let run = Process.python("import json, sys; o = json.loads(sys.argv[1]); print(\(expression))", [text])
            return run.code == 0 ? String(run.output.dropLast()) : "no JSON: \(text) \(run.errors)"
        }

        /// A take, a second one, a note, a move and a rename are in the file when they are answered, and the hook of a completed
        /// recording gets its path.
        @Test func theFileIsTrueAtEachAnswer() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let fixture = try EngineFixture(
                settings: "diary-files = on\non-completed = echo \"$DICTA_DIARY\" > \(log); cat > \(folder.file("event"))\n")
            let engine = fixture.engine
            let path = "\(engine.library)/dream.diary.json"
            func diary(_ expression: String) throws -> String {
                let text = try #require(Files.read(path))
                #expect(Schema.problems(text, against: "diary") == "")
                return value(text, expression)
            }
            try fixture.take("dream", at: fixture.soon, frames: 48_000, "draft", "yes")
            #expect(
                try diary("o['state'], o['transcript'], [(s['filename'], s['duration'], s['order']) for s in o['segments']]")
                    == "draft None [('dream.wav', 1.0, 0)]")
            let id = try diary("o['id']")
            #expect(try engine.ask("info", "dream").text("id") == id)
            let start = fixture.soon
            _ = try engine.reply("append", ["dream", "at-frame", "\(start)"])
            try engine.ask("stop", "what", "rec", "at-frame", "\(start &+ 24_000)")
            #expect(
                try diary("[(s['filename'], s['duration']) for s in o['segments']]")
                    == "[('dream.wav', 1.0), ('dream~2.wav', 0.5)]")
            try engine.ask("note", "dream", "title", "The sea")
            #expect(try diary("o['title']") == "The sea")
            try engine.ask("move", "dream", "segment", "2", "before", "1")
            #expect(
                try diary("[s['filename'] for s in o['segments']], o['id'] == '\(id)'") == "['dream~2.wav', 'dream.wav'] True")
            try engine.ask("undo", "dream")
            let described = try engine.reply("describe", ["dream", "as", "diary"]).fields.text("document")
            #expect(described == Files.read(path))
            try engine.ask("complete", "dream")
            #expect(wait { Files.read(log) == path + "\n" && Files.read(folder.file("event"))?.hasSuffix("}\n") == true })
            let event = try #require(Files.read(folder.file("event")))
            #expect(Schema.problems(event, against: "event") == "", "\(event)")
            try engine.ask("rename", "name", "dream", "to", "sea")
            #expect(!Files.exists(path) && Files.exists("\(engine.library)/sea.diary.json"))
            // Off, a change, and on again: the file is true again after a while.
            try engine.ask("set", "diary-files", "off")
            try engine.ask("note", "sea", "title", "Other")
            let old = try #require(Files.read("\(engine.library)/sea.diary.json"))
            #expect(!old.contains("Other"))
            try engine.ask("set", "diary-files", "on")
            #expect(wait { Files.read("\(engine.library)/sea.diary.json")?.contains("Other") == true })
            let names = try engine.reply("ls").items.map { $0.text("name") }
            #expect(names == ["sea"])
        }

        /// The playhead goes with the sound that it stands on.
        @Test func thePlayheadGoesWithAMovedPart() throws {
            let fixture = try EngineFixture.memo()
            let engine = fixture.engine
            try engine.ask("load", "memo")
            try engine.ask("locate", "100000f")
            try engine.ask("move", "name", "memo", "segment", "2", "before", "1")
            #expect(try wait { try engine.ask("status").int("position_frames") == 4000 })
            // With a loop, the part between A and B.
            try engine.ask("loop", "a", "0f", "b", "48000f")
            try engine.ask("move", "name", "memo", "before", "192000f")
            #expect(try wait { try engine.ask("status").int("position_frames") == 144_000 + 4000 })
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("move", "name", "memo", "segment", "9", "before", "1") }
        }

        /// Files of a real take, and answers and files of the engine, have the written forms.
        @Test func realFilesAndAnswersHaveTheirForms() throws {
            let fixture = try EngineFixture(
                settings: "timer-start-sound = click\ntimer-finish-sound = click\nrec-loudness = on\n")
            let engine = fixture.engine
            try engine.ask("rec", "name", "take")
            try engine.ask("mark", "name", "here")
            try engine.waitForTake(seconds: 0.3)
            try engine.ask("pause")
            try engine.ask("resume")
            try engine.waitForTake(seconds: 0.3)
            try engine.ask("stop")
            try engine.ask("analyse", "take")
            try engine.ask("timer", "start", "length", "0.5s", "countdown", "0")
            #expect(try wait { try engine.ask("status").text("timer_state") == "completed" })
            let sidecar = try #require(Files.read("\(engine.library)/take.json"))
            #expect(Schema.problems(sidecar, against: "sidecar") == "")
            #expect(
                value(sidecar, "len(o['segments'][0]['joints']), 'loudness' in o['segments'][0], 'analysis' in o")
                    == "1 True True")
            let history = engine.folder.file("state/dicta/timer.ndjson")
            #expect(wait { Files.read(history)?.hasSuffix("\n") == true })
            for line in try #require(Files.read(history)).split(separator: "\n") {
                #expect(Schema.problems(String(line), against: "timer") == "")
            }
            for words in [
                ["status"], ["meters"], ["ls"], ["queue"], ["hooks"], ["timer"], ["timer", "history"], ["commands"], ["source"],
            ] {
                let run = try #require(
                    Process(Programs.path("dicta"), ["--no-start", "--socket", engine.socket, "--json"] + words)
                ).finish()
                #expect(Schema.problems(run.output, against: "answer") == "", "\(words): \(run)")
            }
        }
    }
}
