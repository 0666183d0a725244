// A user's desktop: the built programs with folders of their own. One thread: the test's.
public import Dictation
import Glibc
import System
public import TestSupport

/// Folders of a user, and the built `dicta` that runs in them. `dicta start` makes an engine that outlives its remote, so this
/// object ends the engine at last.
public final class Desktop {
    /// The user's home; the runtime folder is `run` in it.
    public let folder = TempFolder()
    /// Name of the engine, and of its JACK client.
    public let engine = "rig\(Serial.next)"
    private let more: [String: String]

    /// Makes the folders. `environment` is added to that of each program.
    public init(environment: [String: String] = JackServer.environment) {
        more = environment
        for part in ["run", "config", "config/dicta"] {
            guard Files.makeFolder(folder.file(part)), unsafe chmod(folder.file(part), 0o700) == 0 else { return }
        }
    }

    deinit {
        guard let pid, let watch = ProcessWatch(pid) else { return }
        _ = kill(pid, SIGTERM)
        if !watch.hasEnded(within: 5000) { _ = kill(pid, SIGKILL) }
    }

    /// The environment of the programs.
    public var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.file("run"), "XDG_CONFIG_HOME": folder.file("config"),
            "XDG_STATE_HOME": folder.file("state"), "XDG_CACHE_HOME": folder.file("cache"),
            "DICTA_LOG_LEVEL": "debug",
        ].merging(more) { $1 }
    }

    /// Path of the engine's socket.
    public var socket: String { folder.file("run/dicta/\(engine).sock") }
    /// The engine's log.
    public var log: String { Files.read(folder.file("state/dicta/\(engine).log")) ?? "" }
    /// Process id of the engine that answers.
    public var pid: Int32? {
        guard let fields = try? EngineProcess.ask("ping", engine: engine, socket: socket), case .int(let pid)? = fields["pid"]
        else { return nil }
        return Int32(clamping: pid)
    }

    /// Runs `dicta` for the engine of this desktop.
    public func dicta(_ words: String...) -> Finished {
        Process.run(Programs.path("dicta"), ["--engine", engine] + words, environment: environment)
    }

    /// Sends a request to the engine.
    @discardableResult
    public func ask(_ verb: String, _ words: String...) throws -> Fields {
        try EngineProcess.reply(verb, words, engine: engine, socket: socket, timeout: 30).fields
    }

    /// Writes the settings file.
    public func set(_ text: String) -> Bool { folder.write(text, to: "config/dicta/settings") }

    /// The settings files: that of all engines, and that of this engine, which its changes go to.
    public var settings: String {
        ["settings", "\(engine).settings"].map { Files.read(folder.file("config/dicta/\($0)")) ?? "" }.joined(separator: "\n")
    }

    /// True while a process runs. One that waits only for its parent does not.
    public func isRunning(_ pid: Int32) -> Bool {
        guard let status = Files.read("/proc/\(pid)/stat"), let bracket = status.lastIndex(of: ")") else { return false }
        return !status[bracket...].hasPrefix(") Z")
    }
}
