// Any thread; a value.

/// What is wrong with a request, found by the table before anything was done.
public enum CommandError: Error, Sendable, Equatable {
    case noCommand
    case unknownCommand(String, nearest: String?)
    case notByEngine(command: String)
    case unknownOption(command: String, option: String, nearest: String?)
    case unknownSetting(String, nearest: String?)
    case missing(command: String, parameter: String)
    case missingValue(command: String, option: String, word: String)
    case unexpectedValue(command: String, option: String)
    case unexpected(command: String, argument: String)
    case unpaired(command: String, argument: String)
    case repeated(command: String, parameter: String)
    case wrongType(command: String, parameter: String, wanted: String, got: String)
    case outOfRange(command: String, parameter: String, allowed: String, got: String)

    public var code: FailureCode {
        switch self {
        case .noCommand: .usage
        case .unknownCommand, .notByEngine: .unknownCommand
        case .unknownOption, .unknownSetting, .missing, .missingValue, .unexpectedValue, .unexpected, .unpaired, .repeated,
            .wrongType, .outOfRange:
            .badArgument
        }
    }

    public var failure: Failure { Failure(code, description) }
}

extension CommandError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noCommand:
            "no command given; 'dicta help' lists them"
        case .unknownCommand(let name, let nearest):
            "unknown command '\(name)'" + Self.hint(nearest.map { "'\($0)'" }, else: "'dicta help' lists the commands")
        case .notByEngine(let command):
            "\(command): done by the terminal and not by the engine; run 'dicta \(command)'"
        case .unknownOption(let command, let option, let nearest):
            "\(command): no option '--\(option)'" + Self.hint(nearest.map { "'--\($0)'" }, else: Self.see(command))
        case .unknownSetting(let key, let nearest):
            "there is no setting '\(key.prefix(80))'" + Self.hint(nearest.map { "'\($0)'" }, else: "'dicta settings' lists them")
        case .missing(let command, let parameter):
            "\(command): \(parameter) is missing; \(Self.see(command))"
        case .missingValue(let command, let option, let word):
            "\(command): \(option) wants \(word) after it; \(Self.see(command))"
        case .unexpectedValue(let command, let option):
            "\(command): \(option) takes no value; leave out what follows '='"
        case .unexpected(let command, let argument):
            "\(command): nothing takes '\(argument)'; \(Self.see(command))"
        case .unpaired(let command, let argument):
            "\(command): arguments go in pairs of name and value, and \(argument) stands alone; \(Self.see(command))"
        case .repeated(let command, let parameter):
            "\(command): \(parameter) is given twice; leave one out"
        case .wrongType(let command, let parameter, let wanted, let got):
            "\(command): \(parameter) wants \(wanted), not \(got)"
        case .outOfRange(let command, let parameter, let allowed, let got):
            "\(command): \(parameter) may be \(allowed), not \(got)"
        }
    }

    private static func hint(_ nearest: String?, else other: String) -> String {
        nearest.map { "; did you mean \($0)?" } ?? "; \(other)"
    }

    private static func see(_ command: String) -> String {
        command == CommandTable.program.name ? "'dicta help' shows them" : "'dicta help \(command)' shows what it takes"
    }
}
