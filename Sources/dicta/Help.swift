// The verb `help` and the option `--help`. One thread; no I/O.
import Dictation

/// The verb `help` and the option `--help`.
enum Help {
    static func outcome(of request: Request) throws(DictaError) -> Outcome {
        if request.flag(.man) { return Outcome(CommandManual.page, as: "help", CommandManual.page) }
        if request.flag(.keys) { return Outcome(CommandHelp.keys, as: "help", CommandHelp.keys) }
        guard let verb = request.text(.verb) else { return outcome(of: nil) }
        do throws(CommandError) {
            return outcome(of: try CommandTable.command(named: verb))
        } catch {
            throw .usage(error)
        }
    }

    static func outcome(of command: Command?) -> Outcome {
        let text = command.map(CommandHelp.page) ?? CommandHelp.overview
        return Outcome(text, as: "help", text)
    }
}
