// The system that `dicta doctor` looks at. Any thread; a value.
import Control
import Dictation
import System

/// Everything that the checks of the doctor are about: the user's environment and settings, and the engine's state.
struct Patient: Sendable {
    /// The engine's answer to `status`.
    enum Engine: Sendable {
        /// It runs, with these fields.
        case running(Fields)
        /// None runs.
        case none
        /// It does not answer, for this reason.
        case silent(String)
    }

    /// Name of the engine.
    let name: String
    /// Path of its control socket.
    let socket: String
    let environment: [String: String]
    /// The settings of the files; nil if they cannot be read.
    let settings: OwnSettings?
    let engine: Engine
    /// Ports that feed the engine's MIDI input; nil without an engine that answers.
    let midiSources: [String]?

    /// Asks the engine, which has two seconds for each of two answers.
    init(_ remote: Remote) {
        (name, socket, environment) = (remote.engine, remote.path, remote.environment)
        settings = try? OwnSettings(remote.environment, engine: remote.engine)
        engine = Self.state(remote)
        guard case .running = engine else {
            midiSources = nil
            return
        }
        midiSources = try? Self.ask(.midi(.midi), remote)["sources"]?.texts ?? []
    }

    private static func ask(_ verb: Verb, _ remote: Remote) throws(ControlError) -> Fields {
        let request: Request
        do throws(CommandError) { request = try CommandTable.request(verb) } catch { throw .refused(error.failure) }
        return try remote.quickly(request).fields
    }

    private static func state(_ remote: Remote) -> Engine {
        do throws(ControlError) {
            return .running(try ask(.engine(.status), remote))
        } catch {
            if case .noEngine = error { return .none }
            return .silent(error.description)
        }
    }

    /// The fields of the engine's state; nil without an engine that answers.
    var status: Fields? { if case .running(let fields) = engine { fields } else { nil } }

    /// A text of the engine's state that is not empty.
    func text(_ key: String) -> String? {
        guard case .text(let text)? = status?[key], !text.isEmpty else { return nil }
        return text
    }

    /// Folder of the recordings.
    var library: String? { text("library") ?? settings?.library }

    /// A command line for this engine.
    func line(_ words: String) -> String {
        name == CommandTable.standardEngine ? "dicta \(words)" : "dicta --engine \(name) \(words)"
    }

    /// Path of a program in PATH; nil if it is not installed.
    func program(_ name: String) -> String? {
        if name.hasSlash { return File.isExecutable(name) ? name : nil }
        return (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first(where: File.isExecutable)
    }

    /// Path of a file that an installation has in `share/dicta`, or the sources in `session/share`.
    func shared(_ name: String) -> String {
        let folder = OwnFolder.path ?? "/usr/local/bin"
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var places = [(parts.dropLast() + ["share", "dicta", name]).joined(separator: "/")]
        if let build = parts.lastIndex(of: ".build") {
            places.append((parts[..<build] + ["session", "share", name]).joined(separator: "/"))
        }
        return places.first(where: File.exists) ?? places[0]
    }
}
