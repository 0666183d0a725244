// Tests every row of the command table over UDP, so that a new row is tested from its first day (C2, C8).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct OscTableTests {
        private static var rows: [Command] { CommandTable.all.filter { $0.needsEngine && $0.verb != .engine(.quit) } }

        /// Right values of the texts that have a form of their own.
        private static let texts = [
            "topics": "rate", "url": "osc.udp://127.0.0.1:9/", "verb": "rec", "threshold": "-30", "voice-threshold": "auto",
        ]

        static func right(_ parameter: CommandParameter) -> OSCArgument {
            if let choice = parameter.choices.first { return .string(choice) }
            switch parameter.type {
            case .integer, .jackFrame: return .int32(Int32(parameter.limits?.lowerBound ?? 1))
            case .number: return .float(Float(max(parameter.limits?.lowerBound ?? 1, -100)))
            case .level: return .float(-6)
            case .size: return .string("2GB")
            case .text: return .string(Self.texts[parameter.name] ?? "x")
            case .flag: return .flag(true)
            case .time, .place: return .string("2s")
            case .marker: return .string("@1")
            }
        }

        private static func wrong(_ parameter: CommandParameter) -> [OSCArgument] {
            let never: [OSCArgument] = [.blob([1, 2, 3, 4]), .null, .impulse, .midi(1), .timeTag(1), .character(65)]
            switch parameter.type {
            case .integer, .jackFrame: return never + [.string("one"), .flag(true), .double(1.5), .float(.nan)]
            case .number: return never + [.string("one"), .flag(true), .double(.nan), .float(.infinity)]
            case .level: return never + [.string("loud"), .flag(true), .double(.nan)]
            case .size: return never + [.string("big"), .flag(true), .double(.nan), .double(0.5)]
            case .text:
                let last = parameter.choices.isEmpty ? OSCArgument.int32(1) : .string("nonsense")
                return never + [.double(1.5), last] + (parameter.mayBeEmpty ? [] : [.string("")])
            case .flag: return never + [.string("maybe"), .int32(2), .double(0.5)]
            case .time, .place: return never + [.string("soon"), .string(""), .string("@"), .flag(true), .double(.nan)]
            case .marker: return never + [.string(""), .string("@"), .flag(true), .double(.nan)]
            }
        }

        private static func beyond(_ parameter: CommandParameter) -> [OSCArgument] {
            guard let limits = parameter.limits else { return [] }
            let isWhole = [.integer, .jackFrame, .size].contains(parameter.type)
            let whole = [limits.lowerBound - 1, limits.upperBound + 1]
            let steps = isWhole ? whole : [limits.lowerBound.nextDown, limits.upperBound.nextUp]
            return steps.filter(\.isFinite).map { .double($0) }
        }

        /// Each wrong type and each step past a limit is error 5, and changes nothing.
        @Test func wrongCallsAreErrorsAndChangeNothing() throws {
            let engine = try EngineProcess(
                OscTests.ways, waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            let client = try OscClient(try OscTests.urls(engine)[1])
            // The state holds still once the engine has looked for the server.
            func hasLooked() throws -> Bool {
                let status = try engine.ask("status")
                return status["jack_hint"] != nil || status["jack_trouble"] != nil
            }
            try Pause.until { try hasLooked() }
            let before = try steady(engine)
            var count = 0
            for command in Self.rows {
                for parameter in command.parameters {
                    let others = command.parameters.filter { $0.isRequired && $0.name != parameter.name }
                        .flatMap { [OSCArgument.string("--" + $0.name), Self.right($0)] }
                    for value in Self.wrong(parameter) + Self.beyond(parameter) {
                        let answer = try client.ask(command.address, others + [.string("--" + parameter.name), value])
                        #expect(answer?.code == 5, "\(command.name) \(parameter.name) \(value): \(String(describing: answer))")
                        count += 1
                    }
                    let unknown = try client.ask(command.address, others + [.string("--no-such-thing"), .int32(1)])
                    #expect(unknown?.code == 5)
                }
                let packet = try OSCMessage(command.address, [.string("x"), .float(1), .blob([1])]).encode()
                for cut in stride(from: 4, to: packet.count, by: 4) {
                    try client.send(packet: Array(packet.prefix(cut)))
                    count += 1
                }
                for _ in 0..<200 where client.answers < client.sent { try client.receive(within: 20) }
                #expect(try client.ask(command.address + "/no-such-branch")?.code == 4)
                #expect(try client.ask(command.address + "x")?.code == 4)
            }
            #expect(client.answers == client.sent && client.counts["/reply"] == nil)
            #expect(try steady(engine) == before)
            #expect(count > 300)
        }

        /// The status without the values that change by themselves.
        private func steady(_ engine: EngineProcess) throws -> [Field] {
            try engine.ask("status").all.filter { !$0.key.hasPrefix("disk") }
        }

        /// The shortest call, the calls with each option, and both ends of each range are answered, idle and while
        /// recording. A call that the table allows is never unknown or of a wrong type. Quick runs call while a take goes on: the refusals
        /// of that state come on top of those of the idle one.
        @Test(arguments: [false, true].few) func rightCallsAreAnswered(isRecording: Bool) throws {
            let folder = TempFolder()
            let recogniser = try StandInRecogniser.deaf(in: folder)
            // The bowl would sound for nine seconds before a playback between gongs.
            let fixture = try EngineFixture(
                engine: OscTests.ways, settings: "recogniser = \(recogniser)\ntimer-start-sound = click\n")
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            for command in Self.rows {
                try fixture.engine.ask("lock", "off")
                // The next call would wait for them in its turn.
                try fixture.engine.waitForOperations()
                // One setting makes each take wait, the other makes it long: verify reads all takes.
                for setting in ["rec-count-in", "rec-preroll"] { try fixture.engine.ask("set", setting, "0") }
                _ = try client.ask("/dicta/stop", [.string("all")])
                if isRecording { #expect(try client.ask("/dicta/record")?.path == "/reply") }
                let needed = command.parameters.filter(\.isRequired)
                let required = needed.flatMap { [OSCArgument.string($0.name), Self.right($0)] }
                try expect(client, command, required)
                for parameter in command.parameters where !parameter.isRequired && parameter.name != "wait" {
                    try expect(client, command, required + [.string(parameter.name), Self.right(parameter)])
                }
                for parameter in command.parameters {
                    guard let limits = parameter.limits else { continue }
                    let rest = parameter.isRequired ? [] : required
                    for end in [limits.lowerBound, limits.upperBound] {
                        try expect(client, command, rest + [.string(parameter.name), .double(end)])
                    }
                }
            }
            _ = try client.ask("/dicta/stop", [.string("all")])
            #expect(try fixture.engine.ask("ping").text("engine") == fixture.engine.name)
            #expect(fixture.engine.quit()?.code == 0)
        }

        private func expect(_ client: OscClient, _ command: Command, _ arguments: [OSCArgument]) throws {
            // verify, copy and more read every take of the walk, with a debug build on a busy machine.
            let began = Moment.now
            let answer = try #require(
                try client.ask(command.address, arguments, seconds: 120), "\(command.name) \(arguments)")
            let took = Moment.now.seconds(since: began)
            if took > 5 { print("MEASURED \(command.name) \(arguments) was answered after \(took) s") }
            // Never 2, 4 or 11; and 5 only for facts that the engine alone knows: a frame that is past, a pre-roll that is
            // not kept.
            let isKnown = FailureCode(rawValue: answer.code).map { ![.usage, .unknownCommand, .broken].contains($0) } ?? true
            let words = answer.arguments.last.map { "\($0)" } ?? ""
            let isOfTable = answer.code == 5 && (words.contains(" must be ") || words.contains(" is none of "))
            #expect(isKnown && !isOfTable, "\(command.name) \(arguments): \(answer)")
        }
    }
}
