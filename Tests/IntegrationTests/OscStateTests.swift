// Tests every command in every state of an engine: only the failures that the command table names occur (C2).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct OscStateTests {
        enum State: String, CaseIterable { case noServer, empty, recording, paused, stopped, playing, rests }

        private static var rows: [Command] {
            CommandTable.all.filter {
                $0.needsEngine && $0.needs != .owner && !["quit", "set", "transport", "midi"].contains($0.name)
            }
        }

        /// The shortest valid call of each command in each state is done, or refused with a code that its row names. A
        /// refusal changes nothing. A row that names states is refused in exactly those.
        @Test func eachForbiddenStateIsRefusedAndChangesNothing() throws {
            var forbidden: [String: Set<State>] = [:]
            var count = 0
            // A recogniser that is installed would listen longer than a client waits. The state `empty` needs that a take is not
            // loaded at its end.
            let folder = TempFolder()
            let recogniser = try StandInRecogniser.deaf(in: folder)
            let fixture = try EngineFixture(
                engine: OscTests.ways, settings: "load-take = off\nrecogniser = \(recogniser)\n")
            let alone = try EngineProcess(OscTests.ways, waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            for state in State.allCases {
                let engine = state == .noServer ? alone : fixture.engine
                let client = try OscClient(try OscTests.urls(engine)[1])
                for command in Self.rows {
                    try enter(state, engine)
                    let before = try told(engine)
                    let running = [.recording, .paused].contains(state) ? try engine.ask("status").text("name") : nil
                    let arguments = Self.least(command, running)
                    let answer = try #require(
                        try client.ask(command.address, arguments, seconds: 120), "\(command.name) \(state)")
                    count += 1
                    guard answer.code != 0 else { continue }
                    let code = try #require(FailureCode(rawValue: answer.code))
                    #expect(code == .badArgument || command.failures.contains(code), "\(command.name) \(state): \(answer)")
                    #expect(try told(engine) == before, "\(command.name) in state \(state)")
                    if code == .wrongState { forbidden[command.name, default: []].insert(state) }
                    if command.failures.contains(.noServer), state == .noServer {
                        #expect([.noServer, .wrongState].contains(code), "\(command.name): \(answer)")
                    }
                }
            }
            for command in Self.rows {
                #expect(
                    forbidden[command.name, default: []] == Self.forbidden(command),
                    "\(command.name) is allowed while \(command.state)")
            }
            #expect(count == Self.rows.count * State.allCases.count)
        }

        /// States that the row forbids. Without a server some commands are refused for that; before the first recording
        /// nothing is loaded.
        private static func forbidden(_ command: Command) -> Set<State> {
            let beforeAny: Set<State> = [.empty, .recording, .paused]
            let needsGraph = command.failures.contains(.noServer) && !["mark", "unmark"].contains(command.name)
            return switch command.state {
            case .always: []
            case .noTake, .closed: [.recording, .paused]
            case .loaded, .namedOrLoaded: beforeAny
            case .takeOrPlayback: [.empty, .stopped]
            case .named: needsGraph ? [.empty] : [.noServer, .empty]
            case .take: [.empty, .playing, .stopped, .rests]
            case .going: [.empty, .paused, .stopped, .rests]
            case .resting: [.empty, .recording]
            }
        }

        /// The shortest call; with `take`, commands on recordings name the running take, which they may not touch.
        private static func least(_ command: Command, _ take: String?) -> [OSCArgument] {
            let elsewhere = ["play", "load", "import", "peaks"].contains(command.name)
            var arguments: [OSCArgument] = []
            for parameter in command.parameters where parameter.isRequired || parameter.name == "name" && take != nil {
                let isTake = parameter.name == "name" && !elsewhere && command.name != "rec"
                guard isTake || parameter.isRequired else { continue }
                let value = isTake ? take.map { OSCArgument.string($0) } : nil
                arguments += [.string(parameter.name), value ?? OscTableTests.right(parameter)]
            }
            // These commands check further arguments first.
            let more: [String: [OSCArgument]] = [
                "cut": [.string("from"), .string("0s"), .string("until"), .string("0.1s")],
                "move": [.string("from"), .string("0s"), .string("until"), .string("0.1s")],
                "tag": [.string("add"), .string("a")],
                "note": [.string("text"), .string("n")],
            ]
            return arguments + (take == nil ? [] : more[command.name] ?? [])
        }

        /// The part of the status that a refusal must not change.
        private func told(_ engine: EngineProcess) throws -> [String] {
            let status = try engine.ask("status")
            return ["record_state", "play_state", "name", "play_name"].map { "\($0) \(status.text($0))" }
        }

        private func enter(_ state: State, _ engine: EngineProcess) throws {
            func isIn(_ record: String, _ play: String) throws -> Bool {
                let status = try engine.ask("status")
                return status.text("record_state") == record && status.text("play_state") == play
            }
            switch state {
            case .noServer: return
            case .empty: if try !isIn("idle", "stopped") { try engine.reply("stop", ["what", "all"]) }
            case .recording, .paused:
                let wanted = state == .paused ? "paused" : "recording"
                if try isIn(wanted, "stopped") { return }
                try engine.reply("stop", ["what", "all"])
                try engine.ask("rec")
                if state == .paused { try engine.ask("pause") }
            case .stopped, .playing, .rests:
                let wanted = state == .playing ? "playing" : state == .rests ? "paused" : "stopped"
                if try isIn("idle", wanted), state != .playing { return }
                try engine.reply("stop", ["what", "all"])
                // A busy machine must not play it to its end between a state and its command, also at twice the rate.
                if (try? engine.ask("info", "tape")) == nil {
                    #expect(SparseWave.make(engine.library + "/tape.wav", SparseWave.sine(440, frames: 8 * 48_000)))
                }
                try engine.ask("play", "tape", "from", "0s")
                if state == .rests { try engine.ask("pause") }
                if state == .stopped { try engine.ask("stop") }
            }
        }
    }
}
