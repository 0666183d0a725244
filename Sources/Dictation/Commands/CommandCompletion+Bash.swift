// The completion script for bash. Any thread; no I/O.

extension CommandCompletion {
    /// The script for bash, which needs no other program. Bash splits words at `=`: `--rate=5` comes as three.
    static var bash: String {
        let program = CommandTable.programOptions
        let withValue = program.filter { $0.type != .flag }.map(\.shown).joined(separator: "|")
        var lines = [
            "# dicta: completion for bash", "_dicta() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before= verb= bare=0 i w",
            "    ((COMP_CWORD == 0)) || before=${COMP_WORDS[COMP_CWORD - 1]}",
            "    [[ $word != '=' ]] || word=",
            "    [[ $before != '=' ]] || ((COMP_CWORD < 2)) || before=${COMP_WORDS[COMP_CWORD - 2]}",
            "    COMPREPLY=()",
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        w=${COMP_WORDS[i]}",
            "        case $w in",
            "        \(withValue)) [[ ${COMP_WORDS[i + 1]} != '=' ]] || ((i++)); ((i++)) ;;",
            "        -*) ;;",
            "        *) verb=$w; break ;;",
            "        esac",
            "    done",
            "    case $verb:$before in",
        ]
        for option in program { lines += arm("*:\(option.shown)", option) }
        for command in CommandTable.all {
            for name in names(of: command) {
                for option in options(of: command) { lines += arm("\(name):\(option.shown)", option) }
            }
        }
        lines += ["    esac", "    local options='\(program.map(\.shown).joined(separator: " "))' words=", "    case $verb in"]
        let verbs = CommandTable.all.map(\.name).joined(separator: " ")
        lines.append("    '') words='\(verbs)' ;;")
        for command in CommandTable.all {
            let own = options(of: command).map(\.shown).joined(separator: " ")
            lines.append("    \(names(of: command).joined(separator: "|")))")
            if !own.isEmpty { lines.append("        options+=' \(own)'") }
            if let bare = command.positional, case .words(let words) = values(of: bare) {
                lines.append("        words='\(words.joined(separator: " "))'")
            }
            lines.append("        ;;")
        }
        lines += [
            "    esac", "    [[ $word != -* ]] || words=$options",
            "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")", "}",
            "complete -o bashdefault -o default -F _dicta dicta",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The case branch for the value of an option; a flag has none.
    private static func arm(_ pattern: String, _ option: CommandParameter) -> [String] {
        guard option.type != .flag else { return [] }
        let work =
            switch values(of: option) {
            case .words(let words): "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\"); "
            case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); "
            case .folders: "mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); "
            case .free: "compopt +o default +o bashdefault 2>/dev/null; "
            }
        return ["    \(pattern)) \(work)return ;;"]
    }
}
