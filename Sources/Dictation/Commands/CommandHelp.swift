// Help texts, made from the command table. Any thread; no I/O.
internal import Messages

/// The texts that `dicta help` prints, at most 80 columns wide.
public enum CommandHelp {
    /// The list of all commands.
    public static var overview: String {
        var lines = [
            tr("dicta \(Version.text): records from the JACK graph and plays into it."),
            "",
            tr("Usage: dicta [OPTION...] VERB [ARGUMENT...]"),
        ]
        for group in CommandGroup.allCases {
            lines += ["", group.title.text + ":"]
            lines += columns(CommandTable.commands(of: group).map { ($0.name, $0.summary.text) })
        }
        lines += ["", tr("Options:")] + columns(CommandTable.programOptions.map { ($0.signature, described($0)) })
        lines += ["", tr("TIME is 12.5, 90s, 250ms, 1h02m, 1:30, 00:01:30.500 or, in frames, 48000f.")]
        lines += [tr("PLACE is a TIME, a marker (@chorus, @3), or @A and @B of an engine's loop.")]
        lines += [tr("'dicta help VERB' describes one verb, 'dicta help --man' prints the man page.")]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The page of one command.
    public static func page(of command: Command) -> String {
        var lines = usage(of: command) + [""] + wrapped(command.summary.text, width: 78)
        if !command.details.isEmpty { lines += wrapped(command.details.text, width: 78) }
        if !command.parameters.isEmpty {
            lines += [""] + columns(command.parameters.map { ($0.signature, described($0)) })
        }
        lines += [""] + tagged(facts(of: command))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The privileges that a command needs from a surface, in words, each once: two arguments may have the same name in a usage line.
    /// Arguments that need the owner are named together.
    static func needs(of command: Command) -> String {
        var words = [command.needs.rawValue]
        var owners: [String] = []
        for parameter in command.parameters {
            guard let demand = parameter.demand else { continue }
            guard demand != .always(.owner) else {
                owners.append(parameter.shown)
                continue
            }
            let need = demand.words(for: parameter)
            if !words.contains(need) { words.append(need) }
        }
        if !owners.isEmpty {
            let list = owners.joined(separator: ", ")
            words.append(tr("owner for \(list)"))
        }
        return words.joined(separator: "; ")
    }

    /// The lines at the end of a page, each with its tag.
    private static func facts(of command: Command) -> [(tag: String, text: String)] {
        var facts = [(tr("Example:"), command.example)]
        if !command.aliases.isEmpty { facts.append((tr("Also:"), command.aliases.joined(separator: ", "))) }
        if command.needsEngine { facts += [("OSC:", command.address), (tr("Needs:"), needs(of: command))] }
        if let words = command.state.words { facts.append((tr("While:"), words.text)) }
        if !command.failures.isEmpty {
            facts.append((tr("Fails:"), command.failures.map(\.summary.text).joined(separator: "; ")))
        }
        return facts
    }

    private static func tagged(_ facts: [(tag: String, text: String)]) -> [String] {
        let width = facts.map(\.tag.count).max() ?? 0
        return facts.enumerated().flatMap { place, fact in
            // The example is one line, so that it can be copied.
            let lines = place == 0 ? [fact.text] : wrapped(fact.text, width: 78 - width)
            return lines.enumerated().map { number, line in
                let head = number == 0 ? fact.tag : ""
                return head + String(repeating: " ", count: width - head.count + 1) + line
            }
        }
    }

    /// The summary of a parameter with its range, if that is wanted, and its default.
    static func described(_ parameter: CommandParameter, range: Bool = true) -> String {
        var text = parameter.summary.text
        // A limit that nobody meets by chance is left out; the check still holds it.
        if range, let limits = parameter.limits, limits.upperBound <= 1_000_000 {
            text += " " + tr("Range: \(parameter.allowed).")
        }
        if case .double(let seconds) = parameter.standard ?? parameter.told, parameter.type.isTime {
            text += " " + tr("Default: \(TimeSpan.seconds(seconds)).")
        } else if let standard = parameter.standard ?? parameter.told {
            text += " " + tr("Default: \(standard).")
        }
        return text
    }

    /// The usage line, wrapped between parameters.
    private static func usage(of command: Command) -> [String] {
        let head = tr("Usage: \(command.invocation)")
        // A list of words that is nearly as wide as a line is not moved behind a long head.
        let longest = command.parameters.map(\.usage.count).max() ?? 0
        let indent = String(repeating: " ", count: max(2, min(head.count + 1, 78 - longest)))
        var lines = [head]
        for parameter in command.parameters.map(\.usage) {
            if lines[lines.count - 1].count + 1 + parameter.count > 78 {
                lines.append(indent + parameter)
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

    static func wrapped(_ text: String, width: Int) -> [String] {
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
