// Tests of what verbs of the library say: all failures, and the file that is loaded (F3 F9 C4).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct LibraryAnswerTests {
        private let folder = TempFolder()

        /// Three of five imports fail. Each failure is told with its reason in text, in JSON, in the list of operations and in
        /// the log; the two other files are imported.
        @Test func eachFailureIsTold() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            let good = engine.library + "/memo.wav"
            let bad = (1...2).map { folder.file("bad\($0).wav") }
            for path in bad { #expect(Files.write("no audio", to: path)) }
            let missing = folder.file("none.wav")
            let words = ["import", good, bad[0], missing, good, bad[1], "--again"]
            let text = engine.dicta(words)
            #expect(text.code == 1 && text.output.contains("memo (2)") && text.output.contains("memo (3)"), "\(text)")
            for path in bad + [missing] {
                let lines = text.errors.split(separator: "\n").filter { $0.contains(path) }
                #expect(lines.count == 1 && !text.output.contains(path), "\(path): \(text)")
                // A path is told once.
                #expect(lines.first?.ranges(of: path).count == 1, "\(lines)")
            }
            #expect(text.errors.hasSuffix("dicta: 3 of 5 failed, the others are done\n"), "\(text.errors)")
            let json = engine.dicta(words + ["--json"]).output
            for path in bad + [missing] { #expect(json.contains("\"name\":\"\(path)\""), "\(json)") }
            #expect(json.contains("import: 3 of 5 failed, the others are done: ") && json.contains(bad[0]), "\(json)")
            let listed = try engine.reply("operations").items.first
            #expect(listed?.int("failed") == 3 && listed?.int("done") == 2)
            for path in bad + [missing] { #expect(listed?.text("error").contains(path) == true, "\(path)") }
            #expect(listed?["finished"]?.texts == ["memo (4)", "memo (5)"], "\(listed?.all ?? [])")
            let table = engine.dicta("operations").output
            #expect(table.contains(" 2/5 ") && table.contains("memo (2), memo (3)"), "\(table)")
            let log = engine.quit()?.errors ?? ""
            for path in bad + [missing] {
                let lines = log.split(separator: "\n").filter { $0.contains("import: ") && $0.contains(path) }
                #expect(lines.count == 2 && lines.allSatisfy { $0.ranges(of: path).count == 1 }, "\(log.suffix(2000))")
            }
            #expect(log.contains("operation 1: import: done: memo (2), memo (3)"), "\(log.suffix(2000))")
        }

        /// A loaded file outside the library is told by its path, though a recording of the library has its name.
        @Test func aFileOutsideIsNoRecordingOfTheLibrary() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("mark", "one", "in", "memo", "at", "100f")
            let path = folder.file("memo.wav")
            let export = fixture.engine.dicta("export", "memo", "--until", "24000f", "--to", path)
            try #require(export.code == 0, "\(export)")
            try fixture.engine.ask("play", path)
            try fixture.engine.ask("pause")
            let info = try fixture.engine.ask("info")
            #expect(info.text("path") == path && info.int("frames") == 24_000, "\(info)")
            let marks = try fixture.engine.reply("marks")
            #expect(marks.fields.text("recording") == path && marks.items.isEmpty, "\(marks)")
            #expect(try fixture.engine.reply("marks", ["memo"]).items.count == 1)
        }

        /// A name for several recordings is refused before any of them is renamed.
        @Test func aPatternIsNotRenamed() throws {
            let fixture = try EngineFixture()
            for name in ["song 1", "song 2"] { try fixture.take(name, at: fixture.soon, frames: 48_000) }
            let run = fixture.engine.dicta("rename", "song*", "--to", "y")
            #expect(run.code == 2 && run.errors.contains("2 are meant (song 1, song 2)"), "\(run)")
            #expect(try fixture.engine.reply("ls").items.map { $0.text("name") }.sorted() == ["song 1", "song 2"])
        }
    }
}
