// Tests that every table fits the terminal (issue 14 no. 15).
import Control
import Dictation
import System
import Testing

@testable import dicta

@Suite("Tables fit the terminal, whatever they list (C4)") struct FittingTests {
    private func table(_ verb: Verb, _ items: [Fields], _ room: Int?) throws -> [String] {
        let values: [ParameterKey: Value] = verb == .library(.importing) ? [.path: .text("/x")] : [:]
        let table = Table(items, try CommandTable.request(verb, values), chosen: nil, room: room)
        return table.text.split(separator: "\n").map(String.init)
    }

    private func fits(_ lines: [String], _ room: Int) -> Bool { lines.allSatisfy { CellWidth.of($0) <= room } }

    private let long = String(repeating: "a name as long as a sentence, ", count: 7).prefix(200).description

    private func recording(_ name: String) -> Fields {
        [
            "name": .text(name), "seconds": .double(70), "frames": .int(3_360_000), "rate": .int(48_000), "channels": .int(2),
            "container": .text("wav"), "bits": .text("float"), "bytes": .int(26_880_000),
            "created": .text("2020-01-02T03:04:05Z"), "state": .text("draft"), "title": .text(""), "artist": .text(""),
            "tags": .list(["work"]), "note": .text(""), "markers": .int(2), "segments": .int(1), "path": .text("/x/y.wav"),
        ]
    }

    /// Here and below: a narrow window, the usual one and a wide one, each with other columns. No terminal, so none costs
    /// time.
    @Test("one long name costs no column that fits beside a shorter name", arguments: [60, 80, 120])
    func aLongNameTakesNoColumns(room: Int) throws {
        let short = try table(.library(.ls), [recording("interview"), recording("song of the first day")], room)
        let mixed = try table(.library(.ls), [recording("interview"), recording(long)], room)
        #expect(fits(short, room) && fits(mixed, room), "\(mixed)")
        let (wanted, found) = (short[0].split(separator: " "), mixed[0].split(separator: " "))
        // A name keeps 24 cells; the other one has 21.
        #expect(found.count >= wanted.count - 1 && found.contains("SIZE"), "\(mixed)")
        #expect(mixed.contains { $0.hasPrefix("a name as l") }, "\(mixed)")
    }

    @Test("of commands, engines, hooks and imports", arguments: [40, 60, 80, 120])
    func others(room: Int) throws {
        let command = try CommandTable.request(.engine(.commands))
        let commands = try #require(try EngineVerb.commands.reply(to: command, engine: "x")?.get().items)
        let listed = try table(.engine(.commands), commands, room)
        #expect(fits(listed, room) && listed[0].hasPrefix("NAME"), "\(listed.prefix(3))")
        // A summary is broken into lines, and nothing of it is lost.
        let words = listed.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for item in commands where room >= 80 {
            let last = item["summary"]?.description.split(separator: " ").last.map(String.init) ?? ""
            #expect(words.contains(last), "\(last)")
        }
        let engine: Fields = [
            "name": .text("studio"), "pid": .int(12_345), "version": .text("0.2.0"), "jack": .text("running"),
            "jack_server": .text("jackd 'default'"), "client": .text("studio"), "library": .text("/home/anna/Recordings"),
            "record_state": .text("recording"), "record_name": .text("a long interview with the mayor"),
            "play_state": .text("stopped"), "play_name": .text("another long interview"),
            "socket": .text("/run/user/1000/dicta/studio.sock"),
        ]
        let engines = try table(.terminal(.engines), [engine], room)
        #expect(fits(engines, room) && engines[0].hasPrefix("NAME") && engines[0].contains("JACK"), "\(engines)")
        let hook: Fields = [
            "event": .text("recording-completed"), "program": .text("/home/anna/bin/upload-the-recording --to somewhere"),
            "runs": .int(3), "running": .int(0), "waiting": .int(0), "dropped": .int(0), "status": .text("exit 1"),
            "took_seconds": .double(1.25), "output": .text("curl: (6) could not resolve host: somewhere.example.org"),
        ]
        let said = try table(.hook(.hooks), [["event": .text("marker"), "output": .text("hallo\ntwo\n")]], nil)
        #expect(said[1].contains("two") && !said[1].contains("?") && !said[1].contains("hallo"), "\(said)")
        let hooks = try table(.hook(.hooks), [hook], room)
        #expect(fits(hooks, room) && hooks[0].hasPrefix("EVENT") && hooks[0].contains("STATUS"), "\(hooks)")
        let imported: Fields = [
            "name": .text("call 17"), "source": .text("/home/anna/mail/call 17.wav"), "path": .text("/x/call 17.wav"),
            "seconds": .double(70), "container": .text("wav"), "rate": .int(44_100), "bytes": .int(6_174_000),
            "source_bytes": .int(6_174_044), "title": .text(""), "markers": .int(0),
        ]
        let imports = try table(.library(.importing), [imported, imported], room)
        #expect(fits(imports, room) && imports[0].hasPrefix("NAME"), "\(imports)")
        #expect(imports[0].contains("LENGTH"), "\(imports)")
    }

    @Test("an empty list of hooks, jobs or scheduled takes says so")
    func none() throws {
        let lists: [(Verb, [ParameterKey: Value], String)] = [
            (.hook(.hooks), [:], "No hook is set (dicta set on-EVENT PROGRAM)"),
            (.hook(.hooks), [.queue: .flag(true)], "No hook job is in the queue"),
            (.schedule(.schedule), [:], "No take is scheduled"),
        ]
        for (verb, values, words) in lists { #expect(try Sentence.none(of: CommandTable.request(verb, values)) == words) }
        let retried = try CommandTable.request(.hook(.hooks), [.retry: .text("all")])
        #expect(Sentence.none(of: retried) == nil)
    }

    @Test("of operations: nothing is dropped, and errors are told whole", arguments: [60, 80, 120])
    func operations(room: Int) throws {
        let error = "/home/anna/mail/a long folder/bad.wav is no audio file: its header is damaged; record it once more"
        let items: [Fields] = [
            [
                "operation": .int(12), "verb": .text("import"), "state": .text("failed"), "done": .int(3), "total": .int(5),
                "percent": .int(100), "failed": .int(2), "finished": .list(["call 1", "call 2", "call 3"]),
                "error": .text(error),
            ],
            [
                "operation": .int(7), "verb": .text("export"), "state": .text("cancelled"), "done": .int(0), "total": .int(1),
                "percent": .int(40), "failed": .int(0), "name": .text(long),
            ],
        ]
        let lines = try table(.library(.operations), items, room)
        #expect(fits(lines, room), "\(lines)")
        for header in ["ID", "VERB", "STATE", "%", "DONE", "FAILED", "NAME"] {
            #expect(lines[0].split(separator: " ").contains(Substring(header)), "\(lines)")
        }
        let words = lines.joined().filter { $0 != " " }
        #expect(room == 120 || words.contains(error.filter { $0 != " " }), "\(lines)")
        #expect(words.contains("call1,call2,call3") && words.contains("3/5"), "\(lines)")
        let piped = try table(.library(.operations), items, nil)
        // Finished recordings are no errors.
        #expect(piped.count == 3 && piped[0].contains("NOTES") && !piped[0].contains("ERROR"), "\(piped)")
    }

    /// Both ends of the numbers, and one below zero.
    @Test("of operations with numbers that no engine tells", arguments: [Int64.min, -1, .max])
    func hostile(number: Int64) throws {
        let items: [Fields] = [["done": .int(number), "skipped": .int(number), "finished": .list(["call"]), "error": .text("x")]]
        #expect(try !table(.library(.operations), items, nil).isEmpty)
        #expect(try !table(.library(.operations), items, 80).isEmpty)
    }
}
