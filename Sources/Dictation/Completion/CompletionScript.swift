// The completion scripts of the shells. Any thread; constants.

/// The scripts that `dicta completion` prints: each gives the line before the cursor to `dicta complete-words` and offers its
/// answer. The words come from the table of commands and from the library of the day, never from the script.
public enum CompletionScript {
    /// The script for `bash`, `zsh` or `fish`; bash for any other name.
    public static func text(shell: String) -> String {
        switch shell {
        case "zsh": zsh
        case "fish": fish
        default: bash
        }
    }

    /// Needs no other program. Words come with their quotes; without any, bash completes files where that is useful.
    private static let bash = #"""
        # dicta: completion for bash
        _dicta() {
            local answer
            mapfile -t answer < <(command dicta complete-words bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
            COMPREPLY=("${answer[@]:1}")
            case ${answer[0]} in
            files) ;;
            folders) compopt +o default +o bashdefault -o dirnames 2>/dev/null ;;
            *) compopt +o default +o bashdefault 2>/dev/null ;;
            esac
            # The rest of a word that ends in = or , is typed next.
            [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
        }
        complete -o bashdefault -o default -F _dicta dicta

        """#

    /// A file for `fpath`, which also works when it is sourced.
    private static let zsh = #"""
        #compdef dicta
        # dicta: completion for zsh
        _dicta() {
            local -a answer
            answer=("${(@f)$(command dicta complete-words zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            local kind=$answer[1]
            shift answer
            ((!$#answer)) || _describe -t words word answer
            if [[ $kind = (files|folders) ]]; then
                [[ $PREFIX != --*=* ]] || compset -P 1 '*='
                if [[ $kind = files ]]; then _files; else _files -/; fi
            fi
        }
        if [[ $funcstack[1] = _dicta ]]; then
            _dicta "$@"
        elif (($+functions[compdef])); then
            compdef _dicta dicta
        fi

        """#

    private static let fish = #"""
        # dicta: completion for fish
        function __dicta_words
            set -l answer (command dicta complete-words fish (commandline -cp | string collect) 2>/dev/null)
            set -l path (commandline -ct)
            set -l head ''
            if string match -q -- '--*=*' $path
                set head (string replace -r -- '=.*' '=' $path)
                set path (string replace -r -- '^[^=]*=' '' $path)
            end
            switch "$answer[1]"
                case files
                    printf "$head%s\n" (__fish_complete_path "$path")
                case folders
                    printf "$head%s\n" (__fish_complete_directories "$path")
            end
            printf '%s\n' $answer[2..]
        end
        complete -c dicta -f -a '(__dicta_words)'

        """#
}
