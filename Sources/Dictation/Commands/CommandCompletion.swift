// Completion scripts, made from the command table. Any thread; no I/O. Each shell has a file.

/// The scripts that `dicta completion` prints.
public enum CommandCompletion {
    /// The script for `bash`, `zsh` or `fish`; bash for any other name.
    public static func script(shell: String) -> String {
        switch shell {
        case "zsh": zsh
        case "fish": fish
        default: bash
        }
    }

    /// The values that an argument may have.
    enum Values {
        case words([String])
        case files
        case folders
        case free
    }

    static func values(of parameter: CommandParameter) -> Values {
        if !parameter.choices.isEmpty { return .words(parameter.choices) }
        switch parameter.word {
        case "TOPIC": return .words(Topic.allCases.map(\.rawValue))
        case "VERB": return .words(CommandTable.all.map(\.name))
        case "DIR": return .folders
        case "PATH": return .files
        default: return .free
        }
    }

    static func options(of command: Command) -> [CommandParameter] {
        command.parameters.filter { !$0.isPositional }
    }

    /// The verb and its aliases.
    static func names(of command: Command) -> [String] { [command.name] + command.aliases }

    static func swapped(_ text: String, _ old: Character, _ new: String) -> String {
        text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
