// The man page of the engine. Any thread; no I/O.
internal import Messages

extension ManualPage {
    /// The chapters of dictad(1).
    static var engine: [String] {
        var lines = [
            Roff.chapter("Synopsis"), ".B dictad", tr("[\\fIOPTION\\fR...]"), Roff.chapter("Description"),
        ]
        lines += Roff.text(engineIntro)
        lines += [Roff.chapter("Options")] + CommandTable.daemon.parameters.flatMap(Roff.item)
        lines += [Roff.chapter("Signals")] + signals.flatMap { Roff.tagged(Roff.bold($0.key), $0.value.text) }
        lines += [Roff.chapter("Exit status")] + engineExits.flatMap { Roff.tagged(Roff.bold($0.key), $0.value.text) }
        lines += [Roff.chapter("Files")] + files.flatMap { Roff.tagged(Roff.italic($0.key), $0.value.text) }
        lines += [Roff.chapter("Environment")] + environment.flatMap { Roff.tagged(Roff.bold($0.key), $0.value.text) }
        return lines
    }
}
