// A real engine as a process, commanded over its socket. One thread: the test's.
import Control
public import Dictation
import Glibc
public import TestSupport

/// A real `dictad` with a library of its own, commanded over its socket.
public final class EngineProcess {
    /// Folder with the library, the settings and the socket.
    public let folder = TempFolder()
    /// Name of the engine and of its JACK client.
    public let name: String
    /// The running process; nil after `finish`.
    public private(set) var process: Process?
    private var start: () -> Process? = { nil }

    /// Errors of starting and commanding an engine.
    public enum Trouble: Error, CustomStringConvertible {
        case noStart(String)
        case refused(Failure)
        case noAnswer(String)

        /// The error in words.
        public var description: String {
            switch self {
            case .noStart(let words): "dictad did not start: \(words)"
            case .refused(let failure): "refused (\(failure.code)): \(failure.words)"
            case .noAnswer(let words): words
            }
        }
    }

    /// Starts the engine and waits until it answers; with `waitsForJack`, also until its JACK client runs.
    public init(
        _ words: [String] = [], library: String? = nil, waitsForJack: Bool = true, environment: [String: String] = [:],
        programs: String? = nil, settings: String? = nil, program: String? = nil, socket: String? = nil
    ) throws(Trouble) {
        name = "rig\(Serial.next)"
        self.socket = socket ?? folder.file("socket")
        let program = program ?? programs.map { $0 + "/dictad" } ?? Programs.path("dictad")
        // One file for all settings: an engine with this name would have one of its own.
        let common = environment["XDG_CONFIG_HOME"].map { $0 + "/dicta/settings" } ?? self.settings
        let all =
            ["--name", name, "--socket", self.socket, "--library", library ?? self.library]
            + (words.contains("--settings") ? [] : ["--settings", common]) + words
        var standard = [
            "XDG_CACHE_HOME": folder.file("cache"), "XDG_CONFIG_HOME": folder.file("config"),
            "XDG_STATE_HOME": folder.file("state"),
            // Tests of the log look for names of recordings.
            "DICTA_LOG_LEVEL": "debug",
        ]
        standard.merge(JackServer.environment) { $1 }
        if let settings {
            guard Files.makeFolder(folder.file("config")), Files.makeFolder(folder.file("config/dicta")),
                Files.write(settings, to: self.settings)
            else { throw .noStart("no place for settings") }
        }
        let variables = standard.merging(environment) { $1 }
        // A relative path belongs to the folder of the test.
        start = { [folder] in Process("/usr/bin/env", ["-C", folder.path, program] + all, environment: variables) }
        try restart(waitsForJack: waitsForJack)
    }

    /// Starts the engine again after it has ended, with the same arguments. Tries for half a minute.
    public func restart(waitsForJack: Bool = true) throws(Trouble) {
        process = start()
        guard let process else { throw .noStart("no such program") }
        // Short steps: the socket and the client of JACK are there a tenth of a second after the start, and no event tells of both.
        for _ in 0..<6000 {
            if let reply = try? ask("status"), !waitsForJack || reply["jack"] == .text("running") { return }
            if process.hasEnded(within: 0.005) { break }
        }
        signal(SIGKILL)
        throw .noStart(finish()?.errors ?? "")
    }

    deinit {
        // SIGTERM first: a server waits for a client that was killed.
        if process?.end(by: SIGTERM, within: 3).code == -SIGKILL { JackServer.isHarmed = true }
    }

    /// Path of the engine's own library.
    public var library: String { folder.file("recordings") }
    /// Path of the settings file.
    public var settings: String { folder.file("config/dicta/settings") }
    /// Path of the control socket.
    public let socket: String

    /// Sends a command, with arguments as they stand in a message: `ask("rec", "name", "x")`.
    @discardableResult
    public func ask(_ verb: String, _ words: String..., timeout: Double = 30) throws(Trouble) -> Fields {
        try reply(verb, words, timeout: timeout).fields
    }

    /// Sends a command and returns the whole answer; an engine that has ended is reported with its errors.
    @discardableResult
    public func reply(_ verb: String, _ words: [String] = [], timeout: Double = 30) throws(Trouble) -> Reply {
        do throws(Trouble) {
            return try EngineProcess.reply(verb, words, engine: name, socket: socket, timeout: timeout)
        } catch {
            guard case .noAnswer(let words) = error, let ending = process?.ending else { throw error }
            throw .noAnswer("\(words); it ended (\(ending.code)): \(ending.reason)")
        }
    }

    /// Sends a command without arguments to any engine.
    public static func ask(_ verb: String, engine: String, socket: String) throws(Trouble) -> Fields {
        try reply(verb, [], engine: engine, socket: socket, timeout: 30).fields
    }

    /// Sends a command to any engine; `words` are its arguments as they stand in a message. Blocks up to `timeout` seconds.
    public static func reply(
        _ verb: String, _ words: [String], engine: String, socket: String, timeout: Double
    ) throws(Trouble) -> Reply {
        let request = try request(verb, words)
        do throws(ControlError) {
            var client = try ControlClient(engine: engine, path: socket)
            return try client.ask(request, timeout: timeout)
        } catch {
            if case .refused(let failure) = error { throw Trouble.refused(failure) }
            throw Trouble.noAnswer(error.description)
        }
    }

    /// Makes the request of a command; `words` are its arguments as they stand in a message.
    public static func request(_ verb: String, _ words: [String]) throws(Trouble) -> Request {
        do throws(CommandError) {
            let command = try CommandTable.command(named: verb)
            var rest = words[...]
            var given: [CommandArgument] = []
            if !words.count.isMultiple(of: 2), let positional = command.positional, let bare = rest.popFirst() {
                given.append(CommandArgument(positional.name, try positional.read(bare, of: verb)))
            }
            while let key = rest.popFirst(), let text = rest.popFirst() {
                guard let parameter = command.parameter(key) else { throw command.unknownOption(key) }
                given.append(CommandArgument(key, try parameter.read(text, of: verb)))
            }
            return try command.check(named: given)
        } catch {
            throw .noAnswer(error.description)
        }
    }

    /// Quits the engine and returns how it ended.
    public func quit() -> Finished? {
        _ = try? ask("quit")
        return finish()
    }

    /// Sends a signal to the process.
    public func signal(_ number: Int32) {
        guard let process else { return }
        if ![SIGTERM, SIGINT, SIGHUP].contains(number) { JackServer.isHarmed = true }
        _ = kill(process.pid, number)
    }

    /// Anonymous memory in kB. Pages of programs and libraries are left out: whether they count depends on the other
    /// processes that map them. 0 when it cannot be read, and under AddressSanitizer, which keeps freed memory.
    public var anonymousKilobytes: Int {
        guard unsafe getenv("ASAN_OPTIONS") == nil else { return 0 }
        let rollup = process.flatMap { Files.read("/proc/\($0.pid)/smaps_rollup") } ?? ""
        return rollup.split(separator: "\n").filter { $0.hasPrefix("Anonymous") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
    }

    /// Waits for the end and returns how the engine ended; nil where it was waited for before. An engine that does not end
    /// within two minutes is ended by SIGABRT, so that its errors tell where its threads stand.
    public func finish() -> Finished? {
        guard let process else { return nil }
        // A crash report takes a while, so SIGKILL comes a minute later.
        for (number, seconds) in [(SIGABRT, 120.0), (SIGKILL, 60.0)] {
            if !process.hasEnded(within: seconds) { signal(number) }
        }
        self.process = nil
        let end = process.finish()
        if end.code == -SIGABRT { print("the engine did not end by itself: \(end.errors)") }
        return end
    }
}
