// The keys of the screen as typed letters. One thread; a value without I/O.
import Dictation
import Messages

/// Reads a typed line as a key of the screen: the letter, the name of a key (`pgup`), or the name of an action (`mark`).
struct PlainKeys {
    /// The meaning of a line.
    enum Meaning {
        /// Requests to the engine.
        case ask([Request])
        /// A list of all keys.
        case help
        /// Tell the state now.
        case summary
        /// An engine is to be started.
        case startEngine
        /// The end of the program.
        case quit
        /// Words for the user: the line means nothing here.
        case none(String)
    }

    private let bindings: KeyBindings
    private static let contexts: [KeyContext] = [.deck, .anywhere]

    /// Takes the user's setting; one that is wrong is told by the engine, and the standard keys hold.
    init(_ setting: String?) { bindings = setting.flatMap { try? KeyBindings($0) } ?? .standard }

    /// The keys with their words, without those of lists and panels.
    var help: [String] {
        let rows = bindings.rows(in: Self.contexts).filter { row, _ in Self.isPlain(row.action) }
        let lines = rows.map { row, key in
            let help = row.action == .timerRun ? Self.timerHelp : row.help
            return "\(key.name): \(help.text)"
        }
        return lines
            + [
                tr("timer 20m: Start the timer with another length or a preset; options such as --interval 5m may follow."),
                tr("ask house: Begin a question sheet, or go on with it. While one is asked, these keys hold:"),
            ] + askHelp + [tr("Enter alone: what goes on.")]
    }

    /// The keys while a sheet is asked.
    private var askHelp: [String] {
        bindings.rows(in: [.ask]).filter { row, _ in Self.round.contains(row.action) }
            .map { row, key in "\(key.name): \(row.help.text)" }
    }

    /// The actions of a round through a sheet.
    private static let round: Set<ScreenAction> = [.askStop, .askSkip, .askRepeat, .askBack]

    private static let timerHelp: Message =
        "Pause the timer, or let it go on; without a run, start one of \(CommandTable.timerLength)."

    private static func isPlain(_ action: ScreenAction) -> Bool {
        switch action {
        case .rateDown, .rateUp, .pitchDown, .pitchUp, .softer, .louder, .goEnd, .lock, .startEngine, .timerRun, .favouritePrompt,
            .help,
            .quit:
            true
        default: !(KeyTable.rows(of: action).first?.lines.isEmpty ?? true)
        }
    }

    /// Reads a line; the state of the engine decides what steps of rate, pitch and volume mean.
    func meaning(of line: String, _ report: PlainReport) -> Meaning {
        guard !line.isEmpty else { return .summary }
        let text = line == " " ? "space" : line.split(separator: " ").joined(separator: " ")
        guard !text.isEmpty else { return .summary }
        if text.hasPrefix("timer ") { return timer(text) }
        if text.hasPrefix("ask ") { return ask(text) }
        let key = Key(name: text).flatMap { roundAction(of: $0, report) ?? bindings.action(of: $0, in: Self.contexts) }
        guard let action = key ?? ScreenAction(rawValue: text) else {
            return .none(tr("'\(text)' is no key; ? lists the keys"))
        }
        let (rate, gains) = (report.fields(of: .rate), report.fields(of: .gains))
        switch action {
        case .help: return .help
        case .quit: return .quit
        case .startEngine: return .startEngine
        case .rateDown, .rateUp:
            let step = action == .rateUp ? 0.1 : -0.1
            return ask("rate \(min(max(rate.number("play_rate") + step, 0.5), 2).fixed(2))")
        case .pitchDown, .pitchUp:
            let step = action == .pitchUp ? 100.0 : -100
            return ask("pitch \(min(max(rate.number("pitch_cents") + step, -1200), 1200).fixed(0))")
        case .softer, .louder:
            let step = action == .louder ? 0.1 : -0.1
            return ask("gain --master \(min(max(gains.number("master") + step, 0), 2).fixed(1))")
        case .goEnd: return ask("locate \(report.fields(of: .position).count("duration_frames"))f")
        case .timerRun:
            switch report.fields(of: .timer).text("timer_state") {
            case "countdown", "running": return ask("timer pause")
            case "paused": return ask("timer resume")
            default: return ask("timer start \(CommandTable.timerLength)")
            }
        case .favouritePrompt:
            return ask(report.fields(of: .prompts).flag("prompt_favourite") ? "prompt favourite --off" : "prompt favourite")
        case .lock:
            let isLocked = Topic(rawValue: "lock").map { report.fields(of: $0).flag("locked") } ?? false
            return ask(isLocked ? "lock off" : "lock on")
        default:
            let lines = KeyTable.rows(of: action).first?.lines ?? []
            guard !lines.isEmpty else {
                return .none(tr("'\(action.rawValue)' needs the full screen; the commands of dicta do it too"))
            }
            return ask(lines)
        }
    }

    /// The action of a key while a sheet is asked; nil for a key that means the same as ever.
    private func roundAction(of key: Key, _ report: PlainReport) -> ScreenAction? {
        guard !["", "idle"].contains(report.fields(of: .questions).text("question_state")) else { return nil }
        return bindings.action(of: key, in: [.ask]).flatMap { Self.round.contains($0) ? $0 : nil }
    }

    /// A line about the timer: an action of the verb, else the length of a run.
    private func timer(_ line: String) -> Meaning {
        let words = line.split(separator: " ")
        let actions = (try? CommandTable.command(.cue(.timer)))?.parameter(.do)?.choices ?? []
        guard words.count > 1, !actions.contains(String(words[1])) else { return ask(line) }
        return ask("timer start " + words.dropFirst().joined(separator: " "))
    }

    private func ask(_ line: String) -> Meaning { ask([line]) }

    private func ask(_ lines: [String]) -> Meaning {
        do throws(CommandError) {
            var requests: [Request] = []
            for line in lines { requests.append(try Request(line: line)) }
            return .ask(requests)
        } catch {
            return .none(error.description)
        }
    }
}
