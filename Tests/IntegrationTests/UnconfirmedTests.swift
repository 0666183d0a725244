// Tests changes that the disk does not confirm after a file was renamed: what the engine knows is what the files have (F11).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct UnconfirmedTests {
        /// The answer fails, and the change is there: in the list of the engine as in the file, also after a restart.
        @Test func whatTheDiskDoesNotConfirmIsDone() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(TempFolder.unconfirmed), "no C compiler")
            let engine = try EngineProcess(
                waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here", "LD_PRELOAD": preload])
            try take("memo", in: engine.library)
            func expectDoubt(_ verb: String, _ words: String...) {
                let trouble = #expect(throws: EngineProcess.Trouble.self) { try engine.reply(verb, words) }
                let told = trouble?.description ?? ""
                #expect(told.contains("is changed, but the disk did not confirm it"), "\(verb): \(told)")
            }
            expectDoubt("mark", "here", "in", "memo", "at", "1f")
            expectDoubt("tag", "memo", "add", "x")
            expectDoubt("rec", "name", "choir", "at", "2099-01-01T20:00", "for", "1s")
            expectDoubt("rec", "name", "later", "at", "2099-01-02T20:00", "for", "1s")
            expectDoubt("schedule", "do", "cancel", "number", "2")
            for _ in 0..<2 {
                #expect(try engine.reply("marks", ["memo"]).items.map { $0.text("name") } == ["here"])
                #expect(try engine.ask("info", "memo").text("tags") == "x")
                #expect(try engine.reply("schedule").items.map { $0.text("name") } == ["choir"])
                _ = engine.quit()
                try engine.restart(waitsForJack: false)
            }
        }

        private func take(_ name: String, in folder: String) throws {
            let library = try Library(folder: folder)
            let format = try AudioFormat(rate: 48_000)
            let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
            try writer.writeSilence(frames: 48_000)
            var segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
            (segment.bytes, segment.frames) = (try writer.close(), 48_000)
            try library.keepTake(JournalEntry(name: name, segment: segment))
        }
    }
}
