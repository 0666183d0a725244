// The completion script for fish. Any thread; no I/O.

extension CommandCompletion {
    /// The script for fish.
    static var fish: String {
        var lines = ["# dicta: completion for fish", "complete -c dicta -f"]
        lines += CommandTable.programOptions.map { line($0, when: nil) }
        for command in CommandTable.all {
            for name in names(of: command) {
                lines.append("complete -c dicta -n __fish_use_subcommand -a \(name) -d \(escaped(command.summary))")
            }
            let seen = "'__fish_seen_subcommand_from \(names(of: command).joined(separator: " "))'"
            lines += command.parameters.map { line($0, when: seen) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ parameter: CommandParameter, when condition: String?) -> String {
        var words = ["complete -c dicta"]
        if let condition { words.append("-n \(condition)") }
        if !parameter.isPositional { words.append("-l \(parameter.name)") }
        let takesValue = !parameter.isPositional && parameter.type != .flag
        switch values(of: parameter) {
        case .words(let choices): words.append("\(takesValue ? "-x " : "")-a \(escaped(choices.joined(separator: " ")))")
        case .files: words.append(takesValue ? "-r -F" : "-F")
        case .folders: words.append("\(takesValue ? "-x " : "")-a '(__fish_complete_directories)'")
        case .free: if takesValue { words.append("-x") } else if parameter.word == "NAME" { words.append("-F") }
        }
        return (words + ["-d \(escaped(parameter.summary))"]).joined(separator: " ")
    }

    /// Quotes for fish, which knows two escapes inside single quotes.
    private static func escaped(_ text: String) -> String {
        "'" + swapped(swapped(text, "\\", "\\\\"), "'", "\\'") + "'"
    }
}
