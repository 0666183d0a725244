// The man page of the remote. Any thread; no I/O.
internal import Messages

extension ManualPage {
    /// The chapters of dicta(1).
    static var remote: [String] {
        var lines = [
            Roff.chapter("Synopsis"), ".B dicta", tr("[\\fIOPTION\\fR...] \\fIVERB\\fR [\\fIARGUMENT\\fR...]"),
            Roff.chapter("Description"),
        ]
        lines += Roff.text(intro)
        lines += [Roff.chapter("Options")] + CommandTable.programOptions.flatMap(Roff.item)
        for group in CommandGroup.allCases {
            lines.append(Roff.chapter(group.title))
            lines += CommandTable.commands(of: group).flatMap(section)
        }
        lines += [Roff.chapter("Keys of the screen"), Roff.escaped(keysText.text)]
        for part in KeyHelp.parts() {
            lines.append(Roff.heading(part.title))
            lines += part.rows.flatMap { row in
                Roff.tagged("\(Roff.bold(row.keys)) (\(Roff.escaped(row.action.rawValue)))", row.help)
            }
        }
        lines += [Roff.chapter("Times")] + Roff.text(times)
        lines += [Roff.chapter("Exit status")] + exits.flatMap { Roff.tagged(Roff.bold($0.key), $0.value.text) }
        lines += [Roff.chapter("Files")] + files.flatMap { Roff.tagged(Roff.italic($0.key), $0.value.text) }
        lines += [Roff.chapter("Environment")] + environment.flatMap { Roff.tagged(Roff.bold($0.key), $0.value.text) }
        return lines
    }

    private static func section(_ command: Command) -> [String] {
        var lines = [Roff.heading(command.usage), Roff.escaped(command.summary.text)]
        if !command.details.isEmpty { lines.append(Roff.escaped(command.details.text)) }
        lines += command.parameters.flatMap(Roff.item)
        if command.needsEngine {
            let needs = CommandHelp.needs(of: command)
            lines += [".PP", Roff.escaped(tr("Needs \(needs)."))]
        }
        if let words = command.state.words?.text { lines += [".PP", Roff.escaped(tr("Allowed while \(words)."))] }
        lines += [".PP", tr("Example:") + " " + Roff.bold(command.example)]
        if command.needsEngine { lines += [".br", "OSC: " + Roff.bold(command.address)] }
        return lines
    }
}
