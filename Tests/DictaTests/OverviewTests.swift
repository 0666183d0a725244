// Tests of `dicta` without a verb (issue 14 no. 24).
import Control
import Dictation
import TestSupport
import Testing

@Suite("dicta alone shows what runs (C4)")
struct OverviewTests {
    let terminal = Terminal()

    @Test("dicta alone says how to begin where no engine runs, and what runs where some do (no. 24)")
    func overview() throws {
        let none = try terminal.run([])
        #expect(none.code == 0 && none.errors.isEmpty && none.output.contains("\nNo engine runs.\n"), "\(none)")
        #expect(none.output.split(separator: "\n").count { $0.hasPrefix("  dicta ") } == 5)
        // A list and a play are advised once there can be something to list and to play.
        #expect(!none.output.contains("dicta ls") && !none.output.contains("dicta play"), "\(none)")
        let list = try terminal.run("ls")
        #expect(list.code == 1 && list.errors.contains("the first take makes it (dicta rec)"), "\(list)")
        let named = try terminal.run("ls", "--library", "\(terminal.folder.path)/none")
        #expect(named.code == 1 && named.errors.contains("/none does not exist; check the name"), "\(named)")
        try #require(Files.makeFolder(terminal.folder.file("Recordings")))
        let later = try terminal.run([])
        #expect(later.output.contains("  dicta ls ") && later.output.contains("  dicta play NAME "), "\(later)")
        #expect(later.output.split(separator: "\n").count { $0.hasPrefix("  dicta ") } == 5)
        #expect(try terminal.run("ls").code == 0)
        #expect(Terminal.json(try terminal.run("--json").output, "o['count'], o['items']") == "0 []")
        let one = try terminal.engine { request, _ in .success(Samples.reply(to: request)) }
        defer { one.stop() }
        let status: Fields = ["engine": .text("studio"), "jack": .text("waiting"), "record_state": .text("idle")]
        let two = try StubEngine(path: terminal.folder.file("dicta/studio.sock")) { _, _ in .success(Reply(status)) }
        defer { two.stop() }
        let both = try terminal.run([])
        #expect(both.code == 0 && both.output.contains("  dicta   records interview, 1h07m26s; has loaded memo, 1.5 s\n"))
        #expect(both.output.contains("  studio  waits for a JACK server\n") && both.output.contains("  dicta stop "), "\(both)")
        #expect(try !terminal.run("--engine", "studio").output.contains("interview"))
        #expect(Terminal.json(try terminal.run("--json").output, "[i['engine'] for i in o['items']]") == "['dicta', 'studio']")
        // The advice works: without anything loaded, `play` needs a name.
        let third = try StubEngine(path: terminal.folder.file("dicta/third.sock")) { request, _ in
            switch request.verb {
            case .library(.ls): .success(Reply([:], items: [["name": .text("my take")]]))
            default: .success(Reply(["engine": .text("third"), "jack": .text("running"), "record_state": .text("idle")]))
            }
        }
        defer { third.stop() }
        let idle = try terminal.run("--engine", "third").output
        #expect(idle.contains("  dicta --engine third play \"my take\" ") && !idle.contains("import"), "\(idle)")
        let empty = try terminal.run("--engine", "studio").output
        #expect(empty.contains("  dicta --engine studio import FILE ") && !empty.contains(" play"), "\(empty)")
    }

    @Test("a take that waits for a JACK server: no command that is refused, and the way to a server") func waiting() throws {
        let hint = "no JACK server runs; start one for the sound card: jackd -d alsa -d hw:0"
        let status: Fields = [
            "engine": .text("dicta"), "jack": .text("waiting"), "jack_hint": .text(hint), "record_state": .text("waiting"),
            "name": .text("held"), "elapsed_seconds": .double(1.1),
        ]
        let engine = try terminal.engine { _, _ in .success(Reply(status)) }
        defer { engine.stop() }
        let run = try terminal.run([])
        #expect(run.code == 0 && run.output.contains("\n\(hint)\n"), "\(run)")
        #expect(run.output.contains("  dicta stop ") && run.output.contains("  dicta status "), "\(run)")
        #expect(!run.output.contains("dicta pause") && !run.output.contains("dicta resume"), "\(run)")
        // The engine, and five commands.
        #expect(run.output.split(separator: "\n").count { $0.hasPrefix("  dicta ") } == 6, "\(run)")
    }
}
