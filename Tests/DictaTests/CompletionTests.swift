// Tests of the completion scripts in their shells.
import Dictation
import TestSupport
import Testing

@Suite("dicta completion: bash, zsh and fish complete by the table (C4 C8)")
struct CompletionTests {
    let terminal = Terminal()

    private static let verbs = CommandTable.all.map(\.name)

    /// Lines, and the words that may come next.
    static let lines: [(words: [String], wanted: [String])] = [
        (["dicta", "re"], ["rec", "resume", "review"]),
        (["dicta", "rec", "--b"], ["--bits"]),
        (["dicta", "rec", "--bits", ""], ["float", "24", "16"]),
        (["dicta", "record", "--format", "f"], ["flac"]),
        (["dicta", "loop", ""], ["a", "b", "clear"]),
        (["dicta", "watch", "me"], ["meters"]),
        (["dicta", "watch", "meters", "po"], ["position"]),
        (["dicta", "--engine", "two", "cue", "o"], ["on", "off"]),
        (["dicta", "completion", ""], ["bash", "zsh", "fish"]),
        (["dicta", "help", "subs"], ["subscribe"]),
    ]

    private func script(_ shell: String) throws -> String {
        let run = try terminal.run("completion", shell)
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(terminal.folder.write(run.output, to: shell))
        for verb in Self.verbs { #expect(run.output.contains(verb)) }
        return terminal.folder.file(shell)
    }

    private static func exists(_ program: String) -> Bool { Files.exists(program) }

    @Test("bash")
    func bash() throws {
        let file = try script("bash")
        #expect(Process.run("/bin/bash", ["-n", file]).errors.isEmpty)
        let text = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _dicta dicta "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        for (words, wanted) in Self.lines {
            let run = Process.run("/bin/bash", ["-c", text, "bash", file] + words)
            let found = Set(run.output.split(separator: "\n").map(String.init))
            #expect(Set(wanted).isSubset(of: found) && found.count <= wanted.count + 6 && run.errors.isEmpty, "\(words): \(run)")
        }
        let equals = Process.run("/bin/bash", ["-c", text, "bash", file, "dicta", "rec", "--format", "=", "f"])
        #expect(equals.output == "flac\n", "bash splits words at =")
        let options = Process.run("/bin/bash", ["-c", text, "bash", file, "dicta", "rec", "--"]).output
        for parameter in CommandTable.programOptions { #expect(options.contains(parameter.shown)) }
    }

    @Test("fish", .enabled(if: exists("/usr/bin/fish"), "fish is not installed"))
    func fish() throws {
        let file = try script("fish")
        #expect(Process.run("/usr/bin/fish", ["--no-execute", file]).errors.isEmpty)
        for (words, wanted) in Self.lines {
            let text = "source $argv[1]; complete -C \"$argv[2]\""
            let run = Process.run(
                "/usr/bin/fish", ["--private", "-c", text, file, words.joined(separator: " ")],
                environment: ["HOME": terminal.folder.path, "XDG_CONFIG_HOME": terminal.folder.path])
            let found = Set(run.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) })
            #expect(Set(wanted).isSubset(of: found), "\(words): \(run)")
        }
    }

    @Test("zsh, at a terminal of its own", .enabled(if: exists("/usr/bin/zsh"), "zsh is not installed"))
    func zsh() throws {
        let file = try script("zsh")
        #expect(Process.run("/usr/bin/zsh", ["-f", "-n", file]).errors.isEmpty)
        // zsh completes in its editor only: the test types to a zsh in a pseudo-terminal and reads its list.
        let text = """
            zmodload zsh/zpty
            typeset file=$1 line=$2
            zpty z zsh -f -i
            zpty -w z "PROMPT=; stty -echo; autoload -Uz compinit; compinit -u -d ${file}.dump; source $file"
            zpty -w z "zstyle ':completion:*' list-prompt ''; zstyle ':completion:*' menu no; LISTMAX=1000; COLUMNS=200; LINES=200"
            zpty -w z "bindkey '^I' complete-word; bindkey '^X' list-choices; echo rea''dy"
            zpty -r -m z all '*ready*'
            zpty -w -n z "$line"$'\\x18'
            sleep 1.5
            zpty -w -n z $'\\x15'
            zpty -w z "echo all''listed"
            zpty -r -m z all '*alllisted*'
            print -r -- $all
            zpty -d z
            """
        for (words, wanted) in Self.lines where wanted.count > 1 {
            let run = Process.run(
                "/usr/bin/zsh", ["-f", "-c", text, "zsh", file, words.joined(separator: " ")],
                environment: ["HOME": terminal.folder.path, "TERM": "dumb", "ZDOTDIR": terminal.folder.path])
            for word in wanted { #expect(run.output.contains(word), "\(words): \(run)") }
        }
    }

    @Test("an unknown shell is a usage error")
    func unknown() throws {
        #expect(try terminal.run("completion", "tcsh").code == 2)
        #expect(try terminal.run("completion").code == 2)
        #expect(Terminal.json(try terminal.run("--json", "completion", "bash").output, "o['completion'][:7]") == "# dicta")
    }
}
