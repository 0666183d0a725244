// Tests that each command is granted or refused as the authority column says, over UDP and the control socket (C10).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct AuthorityTests {
        private static var rows: [Command] { CommandTable.all.filter { $0.needsEngine && $0.verb != .engine(.quit) } }
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        /// Tells a refusal for lack of a privilege from all other refusals, by its words.
        private static func isOfAuthority(_ words: String) -> Bool {
            words.contains("; surfaces may ") || words.contains("own user only")
        }

        /// The shortest call, and one more for each argument that needs a privilege of its own; each call with its
        /// privileges.
        private static func calls(of command: Command) -> [(arguments: [OSCArgument], needs: Set<Privilege>)] {
            let required = command.parameters.filter(\.isRequired)
            func least(but name: String) -> [OSCArgument] {
                required.filter { $0.name != name }.flatMap { [.string($0.name), OscTableTests.right($0)] }
            }
            // A word that needs more than the command, or the loop of a toggle.
            func word(of parameter: CommandParameter, _ needs: [String: Privilege]) -> (OSCArgument, Privilege) {
                let word = needs["loop"] != nil ? "loop" : parameter.choices.first { needs[$0] != nil } ?? ""
                return (.string(word), needs[word] ?? .owner)
            }
            let special = command.parameters.compactMap { parameter -> (arguments: [OSCArgument], needs: Set<Privilege>)? in
                guard let demand = parameter.demand else { return nil }
                let (value, privilege): (OSCArgument, Privilege) =
                    switch demand {
                    case .always(let privilege): (OscTableTests.right(parameter), privilege)
                    case .path(let privilege): (.string("/nowhere/x"), privilege)
                    case .words(let words, let privilege): (.string(words[0]), privilege)
                    case .word(let needs): word(of: parameter, needs)
                    case .setting: (.string("library"), .owner)
                    }
                return (least(but: parameter.name) + [.string("--" + parameter.name), value], [command.needs, privilege])
            }
            let words = required.compactMap { parameter -> Privilege? in
                guard case .word(let needs)? = parameter.demand else { return nil }
                return parameter.choices.first.flatMap { needs[$0] }
            }
            return [(arguments: least(but: ""), needs: Set([command.needs] + words))] + special
        }

        /// Texts and paths are no part of what surfaces get as they come: not by a question, not in an answer to a take, not in an
        /// event, not as a topic. With the privilege `read` all are there, and they end with it (issue 39 no. 8).
        @Test func textsNeedTheirOwnPrivilege() throws {
            let fixture = try EngineFixture(engine: ["--osc-udp", "0"])
            let engine = fixture.engine
            try fixture.take("x", at: fixture.soon, frames: 24_000)
            try engine.reply("note", ["name", "x", "text", "hunter2"])
            try engine.reply("transcript", ["do", "write", "name", "x", "from", "0s", "until", "0.4s", "text", "hunter2 says"])
            let url = try OscTests.urls(engine)[1]
            func tells(_ messages: [OSCMessage?]) -> Bool {
                messages.contains { "\($0 as Any)".contains("hunter2") || "\($0 as Any)".contains(engine.folder.path) }
            }
            func all(_ client: OscClient, _ path: String, _ arguments: [OSCArgument]) throws -> [OSCMessage?] {
                let answer = try client.ask(path, arguments)
                #expect(answer != nil, "\(path)")
                return [answer, client.last["/item"]]
            }
            let questions: [(String, [OSCArgument])] = [
                ("/dicta/info", [.string("x")]), ("/dicta/ls", []), ("/dicta/status", []), ("/dicta/play", [.string("x")]),
                ("/dicta/pause", []), ("/dicta/transcript", [.string("x")]), ("/dicta/search", [.string("hunter2")]),
                ("/dicta/describe", [.string("x")]),
            ]
            let client = try OscClient(url)
            #expect(try client.ask("/dicta/subscribe", [.string("words,events,transport")])?.path == "/reply")
            #expect(try client.ask("/dicta/subscribe", [.string("words")])?.code == FailureCode.refused.rawValue)
            for (path, arguments) in questions {
                let told = try all(client, path, arguments)
                #expect(!tells(told), "\(path): \(told)")
            }
            #expect(try client.ask("/dicta/rec", [.string("name"), .string("y")])?.path == "/reply")
            #expect(try !tells(all(client, "/dicta/stop", [])))
            func hasEnded() throws -> Bool {
                try client.receive(within: 50)
                return client.last["/dicta/event/record-stopped"] != nil
            }
            try Pause.until { try hasEnded() }
            #expect(try hasEnded() && !tells(Array(client.last.values)), "\(client.last)")
            #expect(client.last["/dicta/state/words"] == nil && client.last["/dicta/state/transport"] != nil)
            // Given, it gives all of it; taken away, it gives none any more.
            try engine.reply("set", ["key", "osc-may", "value", "look,read,transport,sound"])
            let reader = try OscClient(url)
            _ = try reader.ask("/dicta/load", [.string("x")])
            #expect(try reader.ask("/dicta/subscribe", [.string("words")])?.path == "/reply")
            for (path, arguments) in questions where !["/dicta/pause"].contains(path) {
                #expect(try tells(all(reader, path, arguments)), "\(path)")
            }
            try Pause.until {
                try reader.receive(within: 50)
                return reader.last["/dicta/state/words"] != nil
            }
            let before = try #require(reader.counts["/dicta/state/words"])
            try engine.reply("set", ["key", "osc-may", "value", "look,transport,sound"])
            try reader.receive(within: 200)
            let last = max(before, reader.counts["/dicta/state/words"] ?? 0)
            _ = try engine.reply("locate", ["0.1s"])
            try reader.receive(within: 500)
            #expect(reader.counts["/dicta/state/words"] == last)
        }

        /// No error tells a path to who may only look: its words are those of its number then (issue 39 no. 8).
        @Test func errorsTellNoPathsToWhoMayOnlyLook() throws {
            let engine = try EngineProcess(["--osc-udp", "0"], waitsForJack: false, environment: Self.nobody)
            let client = try OscClient(try OscTests.urls(engine)[1])
            for (path, words) in [("/dicta/info", "nosuch"), ("/dicta/transcript", "nosuch"), ("/dicta/play", "nosuch")] {
                let answer = try #require(try client.ask(path, [.string(words)]))
                #expect(answer.path == "/error" && !"\(answer)".contains(engine.folder.path), "\(answer)")
            }
            #expect(try client.ask("/dicta/info", [.string("nosuch")])?.code == FailureCode.notFound.rawValue)
            // Words without a path are told, and the owner is told all.
            #expect(try "\(client.ask("/dicta/mark") as Any)".contains("name a recording"))
            let refusal = #expect(throws: EngineProcess.Trouble.self) { try engine.ask("info", "nosuch") }
            #expect("\(refusal as Any)".contains(engine.library))
        }

        /// The owner sends state with texts to a place in the network: it goes on when the privileges of surfaces change.
        @Test func whatTheOwnerSendsIsTheOwners() throws {
            let fixture = try EngineFixture(engine: ["--osc-udp", "0", "--osc-may", "look,read"])
            let engine = fixture.engine
            try fixture.take("x", at: fixture.soon, frames: 24_000)
            let client = try OscClient(try OscTests.urls(engine)[1])
            #expect(try client.ask("/dicta/ping")?.path == "/reply")
            try engine.ask("subscribe", "topics", "words", "url", "osc.udp://127.0.0.1:\(client.port)/", "lease", "60s")
            func has(_ count: Int) throws -> Bool {
                try client.receive(within: 20)
                return client.counts["/dicta/state/words"] ?? 0 >= count
            }
            try Pause.until { try has(1) }
            try engine.reply("set", ["key", "osc-may", "value", "look"])
            let before = client.counts["/dicta/state/words"] ?? 0
            try engine.ask("load", "x")
            try engine.reply("transcript", ["do", "write", "name", "x", "from", "0s", "until", "0.4s", "text", "hunter2 says"])
            try Pause.until { try has(before + 1) }
            #expect(before > 0 && (client.counts["/dicta/state/words"] ?? 0) > before, "\(client.counts)")
        }

        /// With no privilege, each alone, the standard set and all: the engine refuses the calls that the column names, and
        /// no others.
        @Test func everyRowIsRefusedOverUDPAsTheColumnSays() throws {
            let engine = try EngineProcess(["--osc-udp", "0"], waitsForJack: false, environment: Self.nobody)
            let client = try OscClient(try OscTests.urls(engine)[1])
            var (refusals, count) = (0, 0)
            let single = Privilege.grantable.map { Permissions(surfaces: [$0]) }
            for may in [Permissions(surfaces: [])] + single + [.standard, .all] {
                try engine.reply("set", ["key", "osc-may", "value", may.text])
                for command in Self.rows {
                    for call in Self.calls(of: command) {
                        let answer = try #require(try client.ask(command.address, call.arguments), "\(command.name)")
                        guard case .string(let words)? = answer.arguments.last else { continue }
                        let isRefused = answer.code == FailureCode.refused.rawValue && Self.isOfAuthority(words)
                        #expect(isRefused != call.needs.isSubset(of: may.surfaces), "\(may.text): \(call) \(answer)")
                        (refusals, count) = (refusals + (isRefused ? 1 : 0), count + 1)
                    }
                }
            }
            #expect(refusals > 500 && count - refusals > 100, "\(refusals) of \(count)")
            // Quitting is not for surfaces by default; with the privilege it is.
            try engine.reply("set", ["key", "osc-may", "reset", "yes"])
            #expect(try client.ask("/dicta/quit")?.code == FailureCode.refused.rawValue)
            try engine.reply("set", ["key", "osc-may", "value", "quit"])
            #expect(try client.ask("/dicta/quit")?.path == "/reply")
        }

        /// The same calls at the control socket may fail, but none for lack of a privilege.
        @Test func noRowIsRefusedAtTheControlSocket() throws {
            let engine = try EngineProcess(["--osc-may", "nothing"], waitsForJack: false, environment: Self.nobody)
            for command in Self.rows {
                for call in Self.calls(of: command) {
                    let request = try command.check(arguments: call.arguments.compactMap(\.value))
                    var client = try ControlClient(engine: engine.name, path: engine.socket)
                    do throws(ControlError) {
                        _ = try client.ask(request, timeout: 30)
                    } catch {
                        guard case .refused(let failure) = error else { throw error }
                        #expect(!Self.isOfAuthority(failure.words), "\(command.name): \(failure)")
                    }
                }
            }
        }

        /// The table as told over OSC has the same column.
        @Test func theTableOverOSCShowsTheColumn() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            let told = try engine.reply("commands").items
            for command in CommandTable.all.filter(\.needsEngine) {
                #expect(told.first { $0.text("name") == command.name }?.text("needs") == command.needs.rawValue)
            }
            let play = try engine.reply("commands", ["play"]).items
            #expect(play.first { $0.text("argument") == "name" }?.text("needs") == "files if NAME is a path")
        }

        /// A bundle for later is checked when it arrives, and again when its time has come.
        @Test func aBundleForLaterHasNoMoreLeaveThanItsSender() throws {
            let engine = try EngineProcess(["--osc-udp", "0"], waitsForJack: false, environment: Self.nobody)
            let client = try OscClient(try OscTests.urls(engine)[1])
            func bundle(_ path: String, _ arguments: [OSCArgument], after seconds: Double) throws -> [UInt8] {
                let time = TimeTag(TimeTag.now.value + UInt64(seconds * 4_294_967_296))
                return OSCPacket.bundle([try OSCMessage(path, arguments).encode()], at: time)
            }
            try client.send(packet: try bundle("/dicta/delete", [.string("x")], after: 30))
            for _ in 0..<100 where client.answers == 0 { try client.receive(within: 50) }
            #expect(client.last["/error"]?.code == FailureCode.refused.rawValue)
            // The privilege is there when the bundle arrives, and taken back before its time. A busy machine takes a while.
            try client.send(packet: try bundle("/dicta/rate", [.float(0.5)], after: 4))
            #expect(try client.ask("/dicta/ping")?.path == "/reply")
            try engine.reply("set", ["key", "osc-may", "value", "look"])
            for _ in 0..<300 where client.answers < 3 { try client.receive(within: 50) }
            #expect(client.last["/error"]?.arguments.first == .string("/dicta/rate"))
            #expect(try engine.ask("status").double("play_rate") == 1)
        }

        /// Compiled against the module: the compiler refuses a row without its privilege.
        @Test func aRowWithoutTheColumnDoesNotCompile() throws {
            let rows = [
                (
                    "Command(.engine(.ping), .query, needs: .look, \"X.\", example: \"x\")",
                    "Command(.engine(.ping), .query, \"X.\", example: \"x\")"
                ),
                ("Setting(.reserve, .text, \"X.\", .atOnce, needs: .owner)", "Setting(.reserve, .text, \"X.\", .atOnce)"),
            ]
            let folder = TempFolder()
            func compile(_ rows: [String]) -> Finished {
                let lines = rows.enumerated().map { "let row\($0.offset) = \($0.element)\n" }.joined()
                #expect(folder.write("@testable import Dictation\n" + lines, to: "row.swift"))
                let library = #filePath.replacing("Tests/IntegrationTests/AuthorityTests.swift", with: "Sources/CLinux")
                let modules = ["-I", Programs.path("Modules"), "-I", library]
                return Process.run(
                    "/usr/bin/env",
                    ["swiftc", "-typecheck", "-swift-version", "6"] + modules + [folder.file("row.swift")],
                    environment: Programs.toolchain)
            }
            let good = compile(rows.map(\.0))
            #expect(good.code == 0, "\(good.errors)")
            let bad = compile(rows.map(\.1)).errors.split(separator: "\n").filter {
                $0.hasPrefix(folder.path) && $0.contains("error: missing argument for parameter 'needs'")
            }
            #expect(Set(bad.compactMap { $0.split(separator: ":").dropFirst().first }) == ["2", "3"], "\(bad)")
        }
    }
}
