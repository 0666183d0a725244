// The verb `help` and the option `--help`. One thread; no I/O.
import Dictation

/// The verb `help` and the option `--help`.
enum Help {
    static func outcome(of request: Request) throws(DictaError) -> Outcome {
        if request.flag(.man) { return try manual(request.text(.verb)) }
        if request.flag(.keys) { return Outcome(CommandHelp.keys, as: "help", CommandHelp.keys) }
        guard let verb = request.text(.verb) else { return outcome(of: nil) }
        do throws(CommandError) {
            return outcome(of: try CommandTable.command(named: verb))
        } catch {
            throw .usage(error)
        }
    }

    private static func manual(_ name: String?) throws(DictaError) -> Outcome {
        guard let page = name.map(ManualPage.init(rawValue:)) ?? .dicta else {
            let allowed = ManualPage.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage(.outOfRange(command: "help", parameter: "VERB", allowed: allowed, got: "'\(name ?? "")'"))
        }
        return Outcome(page.text, as: "help", page.text)
    }

    static func outcome(of command: Command?) -> Outcome {
        let text = command.map(CommandHelp.page) ?? CommandHelp.overview
        return Outcome(text, as: "help", text)
    }
}
