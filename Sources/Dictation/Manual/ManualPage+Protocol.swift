// The man page of the OSC messages. Any thread; no I/O.
internal import Messages

extension ManualPage {
    /// The chapters of dicta-osc(7).
    static var protocolPage: [String] {
        var lines = [Roff.chapter("Description")] + Roff.text(protocolText)
        lines += FailureCode.allCases.flatMap { Roff.tagged(Roff.bold("\($0.rawValue)"), $0.summary.text) }
        lines += [Roff.chapter("Authority")] + Roff.text(authorityText)
        lines += Privilege.allCases.flatMap { Roff.tagged(Roff.bold($0.rawValue), $0.summary.text) }
        lines.append(Roff.chapter("Commands"))
        lines += CommandTable.all.filter(\.needsEngine).flatMap { command in
            let arguments = command.parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }.joined(separator: " ")
            let needs = CommandHelp.needs(of: command)
            return Roff.tagged(
                Roff.bold(command.address) + (arguments.isEmpty ? "" : " " + Roff.italic(arguments)),
                command.summary.text + " " + tr("Needs \(needs)."))
        }
        lines += [Roff.chapter("State messages")] + Roff.text(stateText)
        lines += Topic.allCases.flatMap { topic in
            let list = topic.fields.joined(separator: ", ")
            let fields = topic == .events ? "" : " " + tr("Fields: \(list).")
            return Roff.tagged(Roff.bold(topic.address), topic.summary.text + fields)
        }
        return lines
    }
}
