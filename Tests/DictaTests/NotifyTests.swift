// Tests of `dicta --notify` with a stand-in for the engine and for the program that shows notifications.
import Control
import Dictation
import TestSupport
import Testing

@Suite("dicta --notify: the answer as a notification of the desktop")
struct NotifyTests {
    let terminal = Terminal()
    private var shown: String? { Files.read(terminal.folder.file("shown")) }

    init() throws {
        try #require(
            terminal.folder.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$HOME/shown\"\n", to: "notify-send", mode: 0o700))
    }

    private func run(_ words: String...) throws -> Finished {
        try terminal.run(words, path: terminal.folder.path + ":/usr/bin:/bin")
    }

    @Test("shows what was done, beside the same output") func answer() throws {
        let engine = try terminal.engine { _, _ in
            .success(Reply(["name": .text("<idea>"), "warning": .text("it will be silent")]))
        }
        defer { engine.stop() }
        let plain = try run("rec", "idea")
        #expect(plain.code == 0 && shown == nil)
        let run = try run("--notify", "rec", "idea")
        #expect(run.code == 0 && run.output == plain.output)
        #expect(shown == "--app-name=Dicta\n--\nDicta\n&lt;idea&gt;\nit will be silent\n", "\(shown ?? "")")
        let json = try self.run("rec", "idea", "--json", "--notify")
        #expect(Terminal.json(json.output, "o['name']") == "<idea>")
    }

    @Test("shows the reason of a refusal, of an unknown word, and of an engine that is not there") func refusal() throws {
        let engine = try terminal.engine { _, _ in .failure(Failure(.wrongState, "nothing is recorded")) }
        #expect(try run("--notify", "stop").code == 1)
        #expect(shown?.contains("nothing is recorded") == true, "\(shown ?? "")")
        engine.stop()
        #expect(try run("--notify", "stop").code == 3)
        #expect(shown?.contains("dicta start") == true, "\(shown ?? "")")
        #expect(try run("stop", "--notify", "--nonsense").code == 2)
        #expect(shown?.contains("nonsense") == true, "\(shown ?? "")")
    }
}
