// The completion script for zsh. Any thread; no I/O.

extension CommandCompletion {
    /// The script for zsh: a file for `fpath`, which also works when it is sourced.
    static var zsh: String {
        var lines = [
            "#compdef dicta", "# dicta: completion for zsh", "_dicta() {", "    local curcontext=$curcontext state line",
            "    typeset -A opt_args", "    _arguments -C \\",
        ]
        lines += CommandTable.programOptions.map { "        \(spec($0)) \\" }
        lines += [
            "        '1:verb:->verb' '*::argument:->argument'", "    case $state in", "    verb)", "        local -a verbs=(",
        ]
        for command in CommandTable.all {
            lines += names(of: command).map { "            \(quoted($0 + ":" + command.summary))" }
        }
        lines += [
            "        )", "        _describe verb verbs", "        ;;", "    argument)", "        case $line[1] in",
        ]
        for command in CommandTable.all {
            let specs = (CommandTable.programOptions + command.parameters).map(spec).joined(separator: " \\\n                ")
            lines.append("        \(names(of: command).joined(separator: "|")))")
            lines += ["            _arguments \\\n                \(specs)", "            ;;"]
        }
        lines += [
            "        esac", "        ;;", "    esac", "}", "if [[ $funcstack[1] = _dicta ]]; then", "    _dicta \"$@\"",
            "elif (($+functions[compdef])); then", "    compdef _dicta dicta", "fi",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func spec(_ parameter: CommandParameter) -> String {
        let action = action(parameter)
        if parameter.isPositional {
            let place = parameter.isRepeatable ? "*" : parameter.isRequired ? "1" : "::"
            return quoted(place == "::" ? "::\(parameter.name):\(action)" : "\(place):\(parameter.name):\(action)")
        }
        let summary = swapped(swapped(swapped(parameter.summary, "[", "("), "]", ")"), ":", "\\:")
        let head = "\(parameter.shown)\(parameter.type == .flag ? "" : "=")[\(summary)]"
        return quoted(parameter.type == .flag ? head : "\(head):\(parameter.name):\(action)")
    }

    private static func action(_ parameter: CommandParameter) -> String {
        switch values(of: parameter) {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .folders: "_files -/"
        case .free: parameter.isPositional && parameter.word == "NAME" ? "_files" : " "
        }
    }

    /// Quotes for every Bourne-like shell.
    static func quoted(_ text: String) -> String { "'" + swapped(text, "'", "'\\''") + "'" }
}
