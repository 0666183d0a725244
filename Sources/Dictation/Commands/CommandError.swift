// Errors in requests and their texts. Any thread; a value.
internal import Messages

/// An error in a request, found by the command table before anything was done.
public enum CommandError: Error, Sendable, Equatable {
    /// The command line has no command.
    case noCommand
    /// No command has that name; `nearest` is a similar one.
    case unknownCommand(String, nearest: String?)
    /// The socket was asked for a command of the terminal.
    case notByEngine(command: String)
    /// The command has no such option; one that was typed with a single hyphen has it here too.
    case unknownOption(command: String, option: String, nearest: String?)
    /// No setting has that name.
    case unknownSetting(String, nearest: String?)
    /// A required argument is missing.
    case missing(command: String, parameter: String)
    /// An option has no value after it.
    case missingValue(command: String, option: String, word: String)
    /// A flag was given a value.
    case unexpectedValue(command: String, option: String)
    /// There are more bare arguments than the command takes.
    case unexpected(command: String, argument: String, meant: String? = nil)
    /// A name has no value after it.
    case unpaired(command: String, argument: String)
    /// An argument was given twice.
    case repeated(command: String, parameter: String)
    /// A value has the wrong type or form.
    case wrongType(command: String, parameter: String, wanted: String, got: String)
    /// A preset has a mistake, or does not exist.
    case wrongPreset(String, because: String)
    /// A pattern of port names has a mistake, or a part that is not allowed.
    case badPattern(command: String, parameter: String, got: String, why: String)
    /// A value is outside its limits or is none of the choices.
    case outOfRange(command: String, parameter: String, allowed: String, got: String)
    /// A word is none of the choices that stand without a name; `meant` is what it could have been.
    case noChoice(command: String, choices: String, got: String, meant: String?)
    /// A link is refused, for this reason.
    case badLink(String)

    /// The number of this error in an OSC answer and in the exit code of a program.
    public var code: FailureCode {
        switch self {
        case .noCommand: .usage
        case .unknownCommand, .notByEngine: .unknownCommand
        case .unknownOption, .unknownSetting, .missing, .missingValue, .unexpectedValue, .unexpected, .unpaired, .repeated,
            .wrongType, .badPattern, .outOfRange, .noChoice, .wrongPreset, .badLink:
            .badArgument
        }
    }

    /// The error as an engine answers it.
    public var failure: Failure { Failure(code, description) }
}

extension CommandError: CustomStringConvertible {
    /// One line for the user: the problem, then the cure. An error of the program's own options does not name it: the program says
    /// its name before each error.
    public var description: String {
        let (words, name) = (words, "\(CommandTable.program.name): ")
        return words.hasPrefix(name) ? String(words.dropFirst(name.count)) : words
    }

    private var words: String {
        switch self {
        case .noCommand:
            tr("no command given; 'dicta help' lists all commands")
        case .unknownCommand(let name, let nearest):
            Self.joined(tr("unknown command '\(name)'"), Self.hint(nearest.map { "'\($0)'" }) ?? Self.all)
        case .notByEngine(let command):
            tr("\(command): not a command of the engine; run 'dicta \(command)' in a terminal")
        case .unknownOption(let command, let option, let nearest):
            Self.joined(
                tr("\(command): unknown option '\(Self.hyphened(option))'"),
                Self.hint(nearest.map { "'--\($0)'" }) ?? Self.see(command))
        case .unknownSetting(let key, let nearest):
            Self.joined(
                tr("unknown setting '\(key.prefix(80))'"),
                Self.hint(nearest.map { "'\($0)'" }) ?? tr("'dicta settings' lists them"))
        case .missing(let command, let parameter):
            Self.joined(tr("\(command): \(parameter) is missing"), Self.see(command))
        case .missingValue(let command, let option, let word):
            Self.joined(tr("\(command): \(option) needs \(word) after it"), Self.see(command))
        case .unexpectedValue(let command, let option):
            tr("\(command): \(option) takes no value; remove the '=' and the text after it")
        case .unexpected(let command, let argument, let meant):
            Self.joined(tr("\(command): unexpected \(Self.quoted(argument))"), Self.hint(meant) ?? Self.see(command))
        case .unpaired(let command, let argument):
            Self.joined(
                tr("\(command): arguments are pairs of name and value, and \(argument) has no value"), Self.see(command))
        case .repeated(let command, let parameter):
            tr("\(command): \(parameter) is given twice; remove one")
        case .wrongType(let command, let parameter, let wanted, let got):
            tr("\(command): \(parameter) must be \(wanted), not \(got)")
        case .badPattern(let command, let parameter, let got, let why):
            tr("\(command): \(parameter) \(got) is refused: \(why)")
        case .wrongPreset(let name, let because):
            tr("preset '\(name.prefix(60))': \(because)")
        case .outOfRange(let command, let parameter, let allowed, let got):
            tr("\(command): \(parameter) must be \(allowed), not \(got)")
        case .noChoice(let command, let choices, let got, let meant):
            Self.joined(tr("\(command): \(got) is none of \(choices)"), Self.hint(meant) ?? Self.see(command))
        case .badLink(let why): tr("the link is refused: \(why); 'dicta help open' tells what links can do")
        }
    }

    /// The argument in quotes, if it has none yet.
    private static func quoted(_ argument: String) -> String {
        argument.count > 1 && argument.hasPrefix("'") && argument.hasSuffix("'") ? argument : "'\(argument)'"
    }

    /// An option as it was typed: with the hyphen it has, or with those of all options.
    private static func hyphened(_ option: String) -> String { option.hasPrefix("-") ? option : "--" + option }

    /// The problem with its cure.
    private static func joined(_ problem: String, _ cure: String) -> String { "\(problem); \(cure)" }

    private static func hint(_ nearest: String?) -> String? { nearest.map { word in tr("did you mean \(word)?") } }

    private static var all: String { tr("'dicta help' lists all commands") }

    private static func see(_ command: String) -> String {
        command == CommandTable.program.name
            ? tr("'dicta help' lists its options") : tr("'dicta help \(command)' lists its arguments")
    }
}
