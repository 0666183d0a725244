// Sends any value of any parameter to an engine. One thread: the test's.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

/// An engine with a recording loaded, a client that sends any message to it, and a count of the answers due.
final class RandomWalk {
    private let fixture: EngineFixture
    private let client: LocalClient
    private let files: RandomWalkFiles
    private(set) var asked = 0
    /// Number of pings among the messages.
    private var pings = 0
    private var askedOf: [String: Int] = [:]

    /// All commands of the engine except quit.
    static let commands = CommandTable.all.filter { $0.needsEngine && $0.verb != .engine(.quit) }

    /// True for parameters other than hooks, whose lines are run by a shell, and other than the choice of the JACK library: with
    /// PipeWire's the next engine would not find the server of the test.
    static func isHarmless(_ parameter: CommandParameter) -> Bool { !parameter.name.hasPrefix("on-") && parameter.key != .jack }

    init() throws {
        fixture = try EngineFixture(period: 256, synchronous: false)
        client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("walk.sock"))
        files = try RandomWalkFiles(fixture.engine)
        // A recogniser that is installed would listen for seconds to each sound.
        try fixture.engine.ask("set", "recogniser", files.recogniser)
        try fixture.engine.ask("play", "tape")
        try fixture.engine.ask("mark", "there")
    }

    /// Usual values of a parameter.
    func usual(_ parameter: CommandParameter) -> [OSCArgument] {
        switch parameter.type {
        case .text where !parameter.choices.isEmpty: parameter.choices.map(OSCArgument.string)
        case .text where parameter.key == .recogniser: [.string(files.recogniser)]
        case .text where parameter.key == .path: ([files.words, files.elsewhere] + RandomWalkFiles.names).map(OSCArgument.string)
        case .text: (RandomWalkFiles.names + [files.elsewhere]).map(OSCArgument.string)
        case .marker: [.string("1"), .string("here")]
        case .flag: [.flag(true)]
        case .jackFrame: [.int64(Int64(fixture.soon))]
        case .size: [.string("2MB")]
        case .integer, .number, .level, .time, .place: [.int32(1), .float(0.75)]
        }
    }

    func packet(_ command: Command, _ given: [(parameter: CommandParameter, value: OSCArgument)]) throws -> [UInt8] {
        let missing = command.parameters.filter { needed in
            needed.isRequired && !given.contains { $0.parameter.name == needed.name }
        }
        let all = missing.map { ($0, usual($0)[0]) } + given.map { ($0.parameter, $0.value) }
        return try OSCMessage(command.address, all.flatMap { [.string("--" + $0.0.name), $0.1] }).encode()
    }

    /// Sends one message with one such value, and checks its answer; a command that waits is answered later.
    func ask(_ command: Command, _ parameter: CommandParameter, _ value: OSCArgument) throws {
        let before = client.answers.count
        try send([try packet(command, [(parameter, value)])], bundled: false)
        guard RandomWalkValues.isForbidden(value, parameter) else {
            // Work in the background is awaited for a second; a command that waits for something else is answered later.
            for _ in 0..<50 where client.answers.count == before {
                client.receive(within: 20)
                guard client.answers.count == before, try fixture.engine.isWorking else { break }
            }
            return try check(command.name)
        }
        // A refusal comes before the answer to a ping behind the message. Answers to earlier messages may come between them.
        try client.send(try OSCMessage(Self.ping).encode())
        pings += 1
        askedOf[Self.ping, default: 0] += 1
        func answers() -> ArraySlice<(path: String, isError: Bool)> { client.answers.dropFirst(before) }
        for _ in 0..<600 where !answers().contains(where: { $0.path == Self.ping }) { client.receive(within: 50) }
        let isRefused = answers().contains { $0.path == command.address && $0.isError }
        if !isRefused { try check(command.name) }
        #expect(isRefused, "\(command.name) --\(parameter.name) \(value) was accepted")
    }

    private static let ping = "/dicta/ping"

    func send(_ messages: [[UInt8]], bundled: Bool) throws {
        asked += messages.count
        for message in try messages.flatMap({ try OSCPacket.decode($0) }) { askedOf[message.path, default: 0] += 1 }
        do {
            for packet in bundled ? [OSCPacket.bundle(messages)] : messages { try client.send(packet) }
        } catch {
            Pause.until { fixture.engine.process?.ending != nil }
            try check("one of \(Set(try messages.flatMap { try OSCPacket.decode($0).map(\.path) }).sorted())")
            throw error
        }
        client.receive()
    }

    /// Throws with the engine's crash report if it has ended. A report takes seconds to write.
    private func check(_ words: String) throws {
        guard let ending = fixture.engine.process?.ending else { return }
        throw EngineProcess.Trouble.noAnswer("\(words) ended the engine (\(ending.code)): \(ending.reason)")
    }

    /// Stops all that was started, so that every command that waits is answered; then checks that all answers are there.
    func settle() throws {
        for (verb, words) in [
            ("lock", ["off"]),
            ("transport", ["off"]), ("stop", ["rec"]), ("stop", ["all"]), ("monitor", ["off"]), ("midi", ["list"]),
            ("unsubscribe", ["*"]),
            ("set", ["--preroll", "1", "--monitor", "off", "--rec-count-in", "0", "--recogniser", files.recogniser]),
        ] as [(String, [String])] {
            try send([try OSCMessage("/dicta/" + verb, words.map(OSCArgument.string)).encode()], bundled: false)
        }
        // A transcription of a long recording would take minutes on a busy machine.
        var isAnswered = false
        for _ in 0..<12 {
            isAnswered = client.waits(for: asked + pings, seconds: 5)
            guard !isAnswered else { break }
            try check("what was asked last")
            try fixture.engine.cancelOperations()
        }
        try check("what was asked last")
        var silent = askedOf
        for answer in client.answers { silent[answer.path, default: 0] -= 1 }
        try #require(isAnswered, "of \(asked) messages were not answered: \(silent.filter { $0.value > 0 })")
        #expect(try fixture.engine.ask("ping").text("engine") == fixture.engine.name)
        // A command may have renamed the loaded recording, or deleted it.
        try files.restore()
        if try fixture.engine.ask("status").text("play_name") != "tape" { _ = try? fixture.engine.ask("play", "tape") }
    }

    /// Loads the recording that goes on, and plays it: verbs of playback then have something to change.
    func play() throws { try send([try OSCMessage("/dicta/play", [.string("long")]).encode()], bundled: false) }

    /// The message that unlocks the transport.
    var unlocking: [UInt8] { get throws { try OSCMessage("/dicta/lock", [.string("off")]).encode() } }

    /// Checks that all is answered, that the engine quits in order, and that it starts with the settings that are left.
    func end(_ words: String = "") throws {
        try settle()
        let ended = try #require(fixture.engine.quit())
        #expect(ended.code == 0, "\(words): \(ended.reason)")
        try fixture.engine.restart()
        #expect(try fixture.engine.ask("ping").text("engine") == fixture.engine.name, "\(words)")
    }
}
