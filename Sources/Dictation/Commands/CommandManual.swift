// The man page, made from the command table. Any thread; no I/O.

/// The man page of `dicta`, in roff.
public enum CommandManual {
    /// The whole page, as roff source.
    public static var page: String {
        var lines = [
            ".TH DICTA 1 \"\" \"dicta \(Version.text)\" \"User Commands\"",
            ".SH NAME", "dicta \\- record from the JACK graph and play into it",
            ".SH SYNOPSIS", ".B dicta", "[\\fIOPTION\\fR...] \\fIVERB\\fR [\\fIARGUMENT\\fR...]",
            ".SH DESCRIPTION",
        ]
        lines += intro.map(escaped)
        lines += [".SH OPTIONS"] + CommandTable.programOptions.flatMap(item)
        for group in CommandGroup.allCases {
            lines.append(".SH \"\(group.rawValue.uppercased())\"")
            lines += CommandTable.commands(of: group).flatMap(section)
        }
        lines += [".SH \"KEYS OF THE SCREEN\"", escaped(keysText)]
        for part in KeyHelp.parts() {
            lines.append(".SS \"\(escaped(part.title))\"")
            lines += part.rows.flatMap { row in tagged("\\fB\(escaped(row.keys))\\fR (\(escaped(row.action.rawValue)))", row.help)
            }
        }
        lines += [".SH TIMES"] + times.map(escaped)
        lines += [".SH EXIT STATUS"] + exits.flatMap { tagged("\\fB\($0)\\fR", $1) }
        lines += [".SH FILES"] + files.flatMap { tagged("\\fI\(escaped($0))\\fR", $1) }
        lines += [".SH ENVIRONMENT"] + environment.flatMap { tagged("\\fB\(escaped($0))\\fR", $1) }
        lines += [".SH PROTOCOL"] + protocolText.map(escaped)
        lines += FailureCode.allCases.flatMap { tagged("\\fB\($0.rawValue)\\fR", $0.summary) }
        lines += [".SH AUTHORITY"] + authorityText.map(escaped)
        lines += Privilege.allCases.flatMap { tagged("\\fB\($0.rawValue)\\fR", $0.summary) }
        lines += [".PP", escaped(projectText)]
        lines += [".SH STATE MESSAGES"] + stateText.map(escaped)
        lines += Topic.allCases.flatMap { topic in
            let fields = topic == .events ? "" : " Fields: " + topic.fields.joined(separator: ", ") + "."
            return tagged("\\fB\(escaped(topic.address))\\fR", topic.summary + fields)
        }
        lines += [".SH SEE ALSO", ".BR dictad (1),", ".BR jackd (1),", ".BR oscsend (1)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: Command) -> [String] {
        var lines = [".SS \"\(escaped(command.usage))\"", escaped(command.summary)]
        if !command.details.isEmpty { lines.append(escaped(command.details)) }
        lines += command.parameters.flatMap(item)
        if command.needsEngine { lines += [".PP", escaped("Needs \(CommandHelp.needs(of: command)).")] }
        if let words = command.state.words { lines += [".PP", "Allowed while \(escaped(words))."] }
        lines += [".PP", "Example: \\fB\(escaped(command.example))\\fR"]
        if command.needsEngine { lines += [".br", "OSC: \\fB\(escaped(command.address))\\fR"] }
        return lines
    }

    private static func item(_ parameter: CommandParameter) -> [String] {
        let word = parameter.isPositional || parameter.type == .flag ? "" : " \\fI\(escaped(parameter.word))\\fR"
        return tagged("\\fB\(escaped(parameter.shown))\\fR\(word)", CommandHelp.described(parameter))
    }

    private static func tagged(_ tag: String, _ text: String) -> [String] {
        [".TP", tag, escaped(text)]
    }

    /// Escapes hyphens, so that they can be pasted, and backslashes, and keeps roff from reading a line as a request.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
