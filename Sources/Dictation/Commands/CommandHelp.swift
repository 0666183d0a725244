// Help texts, made from the command table. Any thread; no I/O.

/// The texts that `dicta help` prints, at most 80 columns wide.
public enum CommandHelp {
    /// The list of all commands.
    public static var overview: String {
        var lines = [
            "dicta \(Version.text): records from the JACK graph and plays into it.",
            "",
            "Usage: dicta [OPTION...] VERB [ARGUMENT...]",
        ]
        for group in CommandGroup.allCases {
            lines += ["", group.rawValue + ":"]
            lines += columns(CommandTable.commands(of: group).map { ($0.name, $0.summary) })
        }
        lines += ["", "Options:"] + columns(CommandTable.programOptions.map { ($0.signature, described($0)) })
        lines += ["", "TIME is 12.5, 90s, 250ms, 1h02m, 1:30, 00:01:30.500 or, in frames, 48000f."]
        lines += ["PLACE is a TIME, a marker (@chorus, @3), or @A and @B of an engine's loop."]
        lines += ["'dicta help VERB' describes one verb, 'dicta help --man' prints the man page."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The page of one command.
    public static func page(of command: Command) -> String {
        var lines = usage(of: command) + [""] + wrapped(command.summary, width: 78)
        if !command.details.isEmpty { lines += wrapped(command.details, width: 78) }
        if !command.parameters.isEmpty {
            lines += [""] + columns(command.parameters.map { ($0.signature, described($0)) })
        }
        lines += ["", "Example: \(command.example)"]
        if !command.aliases.isEmpty { lines += ["Also:    \(command.aliases.joined(separator: ", "))"] }
        if command.needsEngine { lines += ["OSC:     \(command.address)"] }
        if command.needsEngine { lines += tagged("Needs:   ", needs(of: command)) }
        if let words = command.state.words { lines += tagged("While:   ", words) }
        if !command.failures.isEmpty {
            lines += tagged("Fails:   ", command.failures.map(\.summary).joined(separator: "; "))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The privileges that a command needs from a surface, in words. Arguments that need the owner are named together.
    static func needs(of command: Command) -> String {
        var words = [command.needs.rawValue]
        var owners: [String] = []
        for parameter in command.parameters {
            guard let demand = parameter.demand else { continue }
            if demand == .always(.owner) { owners.append(parameter.shown) } else { words.append(demand.words(for: parameter)) }
        }
        if !owners.isEmpty { words.append("owner for \(owners.joined(separator: ", "))") }
        return words.joined(separator: "; ")
    }

    private static func tagged(_ tag: String, _ text: String) -> [String] {
        let words = wrapped(text, width: 70)
        return zip([tag] + Array(repeating: "         ", count: words.count), words).map { $0 + $1 }
    }

    /// The summary of a parameter with its range and default.
    static func described(_ parameter: CommandParameter) -> String {
        var text = parameter.summary
        // A limit that nobody meets by chance is left out; the check still holds it.
        if let limits = parameter.limits, limits.upperBound <= 1_000_000 { text += " Range: \(parameter.allowed)." }
        if case .double(let seconds) = parameter.standard, parameter.type.isTime {
            text += " Default: \(TimeSpan.seconds(seconds))."
        } else if let standard = parameter.standard {
            text += " Default: \(standard)."
        }
        return text
    }

    /// The usage line, wrapped between parameters.
    private static func usage(of command: Command) -> [String] {
        var lines = ["Usage: \(command.invocation)"]
        for parameter in command.parameters.map(\.usage) {
            if lines[lines.count - 1].count + 1 + parameter.count > 78 {
                lines.append(String(repeating: " ", count: 8 + command.invocation.count) + parameter)
            } else {
                lines[lines.count - 1] += " " + parameter
            }
        }
        return lines
    }

    static func columns(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.flatMap { left, right in
            let texts = wrapped(right, width: 76 - width)
            return texts.enumerated().map { number, text in
                let head = number == 0 ? left : ""
                return "  " + head + String(repeating: " ", count: width - head.count + 2) + text
            }
        }
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
