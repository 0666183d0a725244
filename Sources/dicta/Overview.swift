// `dicta` without a verb: what runs, and what can be done next. One thread; asks the engines.
import Control
import Dictation
import Drawing
import Messages
import System

/// The answer to `dicta` without a verb: the engines that run, and five commands to go on with.
struct Overview {
    private struct Engine {
        let name: String
        let status: Fields
        /// Name of the newest recording of an engine that has nothing to do; nil without one.
        var newest: String?

        var recording: String? { status["record_state"] == .text("idle") ? nil : status["name"]?.description }
        var playing: String? { status["play_name"]?.description }
        /// The sentence about a JACK server that is not there, with the command that starts one; nil while one runs.
        var lack: String? {
            guard status["jack"] != .text("running") else { return nil }
            return (status["jack_hint"] ?? status["jack_trouble"])?.description
        }

        var words: String {
            var parts: [String] = []
            if let recording {
                let length = TimeSpan.length(status.number("elapsed_seconds"))
                let words =
                    switch status["record_state"] {
                    case .text("paused"): tr("paused: \(recording), \(length)")
                    case .text("armed"): tr("waits for sound: \(recording), \(length)")
                    default: tr("records \(recording), \(length)")
                    }
                parts.append(words)
            }
            if let playing {
                let place = TimeSpan.length(status.number("position_seconds"))
                let plays = status["play_state"] == .text("playing")
                parts.append(plays ? tr("plays \(playing), \(place)") : tr("has loaded \(playing), \(place)"))
            }
            if let jack = status["jack"], jack != .text("running") { parts.append(tr("waits for a JACK server")) }
            return parts.isEmpty ? tr("is idle") : parts.joined(separator: "; ")
        }
    }

    private let engines: [Engine]
    /// True if no recording can be there: the folder of the library was not made yet.
    private let isFresh: Bool

    /// Asks the engine that the options name, or else all engines of this user.
    init(_ invocation: Invocation) throws(DictaError) {
        let remote = try Remote(invocation)
        let names: [String?] =
            ([.engine, .socket, .remote] as [ParameterKey]).contains { invocation.options[$0] != nil }
            ? [nil] : RunningEngines.names(runtimeFolder: remote.environment["XDG_RUNTIME_DIR"]).map { $0 }
        var found: [Engine] = []
        for name in names {
            // An engine that ends meanwhile, or that hangs, is left out.
            guard let status = try? CommandTable.request(.engine(.status)),
                let reply = try? remote.with(engine: name).quickly(status)
            else { continue }
            var engine = Engine(name: reply.fields["engine"]?.description ?? "", status: reply.fields)
            if engine.recording == nil, engine.playing == nil, let remote = try? remote.with(engine: name) {
                engine.newest = Self.newest(remote)
            }
            found.append(engine)
        }
        engines = found
        let settings = try? OwnSettings(remote.environment, engine: remote.engine)
        isFresh = settings.map { !File.exists($0.library) } ?? false
    }

    /// Name of the newest recording of an engine; nil without one, and where the list is refused.
    private static func newest(_ remote: Remote) -> String? {
        guard let list = try? CommandTable.request(.library(.ls), [.limit: .int(1), .sort: .text("date")]) else { return nil }
        return (try? remote.quickly(list))?.items.first?["name"]?.description
    }

    var outcome: Outcome {
        Outcome(Reply(["count": .int(Int64(engines.count))], items: engines.map(\.status)), text: text, isList: true)
    }

    private var text: String {
        let running =
            engines.isEmpty
            ? tr("No engine runs.") + "\n"
            : Self.table(engines.map { (PrintableText.line($0.name), PrintableText.line($0.words)) })
        var lacks: [String] = []
        for lack in engines.compactMap(\.lack) where !lacks.contains(lack) { lacks.append(lack) }
        let said = lacks.map { PrintableText.line($0) + "\n\n" }.joined()
        return "Dicta \(Version.text)\n\n\(running)\n\(said)" + Self.table(next) + "\n" + tr("'dicta help' lists all commands.")
            + "\n"
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map { Cells.width(of: $0.0) }.max() ?? 0
        return rows.map { "  \(Cells.padded($0.0, width))  \($0.1)\n" }.joined()
    }

    /// Five commands that make sense now.
    private var next: [(String, String)] {
        let busy = engines.first { $0.recording != nil } ?? engines.first { $0.playing != nil }
        guard let engine = busy ?? engines.first else {
            let rest = [
                ("dicta play NAME", tr("Start an engine and play a recording")), ("dicta ls", tr("List the recordings")),
            ]
            let first = [
                ("dicta import FILE", tr("Take audio files into the library")),
                ("dicta doctor", tr("Look at all that can be wrong")),
            ]
            return [
                ("dicta tour", tr("Take a guided tour of two minutes")),
                ("dicta tui", tr("Show the screen, with all keys")),
                ("dicta rec --name idea", tr("Start an engine and record")),
            ] + (isFresh ? first : rest)
        }
        let dicta = engine.name == CommandTable.standardEngine ? "dicta" : "dicta --engine \(engine.name)"
        let rows: [(String, String)] =
            if engine.status["record_state"] == .text("waiting") {
                // All that needs a server is refused.
                [
                    ("stop", tr("End the take and print its file")), ("status", tr("Show what goes on")),
                    ("doctor", tr("Look at all that can be wrong")), ("mark NAME", tr("Set a marker here")),
                    ("tui", tr("Show the screen, with all keys")),
                ]
            } else if engine.recording != nil {
                [
                    ("stop", tr("End the take and print its file")),
                    engine.status["record_state"] == .text("paused")
                        ? ("resume", tr("Go on with the take")) : ("pause", tr("Pause the take")),
                    ("mark NAME", tr("Set a marker here")), ("tui", tr("Show the screen, with all keys")),
                    ("status", tr("Show what goes on")),
                ]
            } else if engine.playing != nil {
                [
                    engine.status["play_state"] == .text("playing")
                        ? ("pause", tr("Pause", "what a command does")) : ("play", tr("Go on", "what a command does")),
                    ("nudge -10s", tr("Go back ten seconds")), ("rate 0.8", tr("Play slower at the same pitch")),
                    ("mark NAME", tr("Set a marker here")), ("tui", tr("Show the screen, with all keys")),
                ]
            } else {
                [
                    ("rec --name idea", tr("Record", "what a command does")),
                    // Nothing is loaded, so `play` needs a name.
                    engine.newest.map { (PrintableText.line("play \($0.shellWord)"), tr("Play the last recording")) }
                        ?? ("import FILE", tr("Take audio files into the library")),
                    ("ls", tr("List the recordings")), ("tui", tr("Show the screen, with all keys")),
                    ("quit", tr("End the engine")),
                ]
            }
        return rows.map { ("\(dicta) \($0.0)", $0.1) }
    }
}
