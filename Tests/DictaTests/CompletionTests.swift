// Tests of the completion scripts in their shells.
import Dictation
import Storage
import TestSupport
import Testing

@Suite("dicta completion: bash, zsh and fish complete by the table and the library (C4 C8)")
struct CompletionTests {
    let terminal = Terminal()

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
        return terminal.folder.file(shell)
    }

    static func exists(_ program: String) -> Bool { Files.exists(program) }

    @Test("bash")
    func bash() throws {
        let file = try script("bash")
        let environment = terminal.environment(path: try Terminal.products() + ":/usr/bin:/bin")
        #expect(Process.run("/bin/bash", ["-n", file]).errors.isEmpty)
        let text = """
            source "$1"; shift
            COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _dicta dicta "${@: -1}" 2>/dev/null
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        for (words, wanted) in Self.lines {
            let run = Process.run("/bin/bash", ["-c", text, "bash", file] + words, environment: environment)
            let found = Set(run.output.split(separator: "\n").map(String.init))
            #expect(Set(wanted).isSubset(of: found) && found.count <= wanted.count + 6 && run.errors.isEmpty, "\(words): \(run)")
        }
        let options = Process.run(
            "/bin/bash", ["-c", text, "bash", file, "dicta", "rec", "--"], environment: environment
        ).output
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
                environment: terminal.environment(path: try Terminal.products() + ":/usr/bin:/bin"))
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
            typeset file=$1 line=$2 all part missing
            shift 2
            zpty z zsh -f -i
            zpty -w z "PROMPT=; stty -echo; autoload -Uz compinit; compinit -u -d ${file}.dump; source $file"
            zpty -w z "zstyle ':completion:*' list-prompt ''; zstyle ':completion:*' menu no; LISTMAX=1000; COLUMNS=200; LINES=200"
            zpty -w z "bindkey '^I' complete-word; bindkey '^X' list-choices; echo rea''dy"
            zpty -r -m z all '*ready*'
            zpty -w -n z "$line"$'\\x18'
            all=
            # A key too early would end the list, so the words are waited for.
            for turn in {1..400}; do
                while zpty -rt z part; do all+=$part; done
                missing=
                for word; do [[ $all == *$word* ]] || missing=$word; done
                [[ -n $missing ]] || break
                sleep 0.05
            done
            print -r -- $all
            zpty -d z
            """
        for (words, wanted) in Self.lines where wanted.count > 1 {
            let run = Process.run(
                "/usr/bin/zsh", ["-f", "-c", text, "zsh", file, words.joined(separator: " ")] + wanted,
                environment: terminal.environment(path: try Terminal.products() + ":/usr/bin:/bin")
                    .merging(["TERM": "dumb", "ZDOTDIR": terminal.folder.path]) { $1 })
            for word in wanted { #expect(run.output.contains(word), "\(words): \(run)") }
        }
    }

    /// Names that a shell would take apart, each with a beginning that no other name has, as it may be typed.
    static let names: [(name: String, typed: [String])] = [
        ("My take (1)", ["My\\ ta", "'My ta", "\"My ta", "My"]),
        ("it's \"said\"", ["it", "\"it"]),
        ("cost $5 & more", ["cost", "'cost $", "\"cost"]),
        ("Grüße an Jörg", ["Grü", "'Grüße "]),
        ("a:b", ["a", "a:"]),
        ("x=y", ["x", "x="]),
        ("back\\slash", ["back"]),
        ("wow!", ["wo", "'wo"]),
        ("~tilde", ["\\~"]),
    ]

    private func record(_ names: [String]) throws {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        for name in names {
            let format = try AudioFormat(rate: 48_000)
            let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
            try writer.writeSilence(frames: 480)
            var segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
            segment.bytes = try writer.close()
            segment.frames = 480
            try library.keepTake(JournalEntry(name: name, segment: segment))
            try library.updateRecording(name) { recording in
                recording.tags = ["work", "two words"].filter { _ in name.hasPrefix("My") }
                recording.edits.arrangement.add(Marker(frame: 240, name: "the chorus", note: ""))
            }
        }
    }

    @Test(
        "names with blanks, quotes and signs come out of a real shell as they are (issue 14 no. 17)",
        // Each shell quotes in a way of its own.
        arguments: TypedLines.Shell.allCases)
    func typedNames(_ shell: TypedLines.Shell) throws {
        try record(Self.names.map(\.name) + ["-dash"])
        let lines = Self.names.flatMap { name in name.typed.map { (line: "dicta info \($0)\t", wanted: ["info", name.name]) } }
        let more: [(line: String, wanted: [String])] = [
            ("dicta info -- -d\t", ["info", "--", "-dash"]),
            (
                "dicta marks --library=$HOME/Reco\t My\t",
                ["marks", "--library=\(terminal.folder.path)/Recordings", "My take (1)"]
            ),
            ("dicta ls --tag two\t", ["ls", "--tag", "two words"]),
            ("dicta tag My\t --add a,two\t", ["tag", "My take (1)", "--add", "a,two words"]),
            ("dicta cut My\t --from @the\t", ["cut", "My take (1)", "--from", "@the chorus"]),
            ("dicta set rec-fo\t fl\t", ["set", "rec-format", "flac"]),
            ("dicta set --rec-fo\t", ["set", "--rec-format"]),
        ]
        let all = lines + more
        let typed = try TypedLines(shell: shell, terminal: terminal).arguments(all.map(\.line))
        #expect(typed.count == all.count, "\(typed)")
        for ((line, wanted), got) in zip(all, typed) {
            // zsh takes the slash behind a folder away again.
            #expect(got?.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } == wanted, "\(line)")
        }
        #expect(!Files.exists(terminal.log), "no engine was started")
    }

    @Test("without a library, an engine or a sense nothing is said, and nothing is started")
    func nothing() throws {
        for words in [
            ["bash", "dicta play ", ""], ["bash", "dicta nonsense x", "x"], ["bash", "dicta set nonsense ", ""], ["bash"],
            ["tcsh", "dicta "], ["zsh", "unmark", ""], ["zsh", "--engine", "../x", "play", ""],
            ["bash", "dicta --remote nonsense play ", ""], ["bash", "dicta play \"x", "y"],
        ] {
            let run = try terminal.run(["complete-words"] + words)
            #expect(run.code == 0 && run.errors.isEmpty, "\(words): \(run)")
            #expect(run.output.split(separator: "\n").count <= 1, "\(words): \(run)")
        }
        #expect(!Files.exists(terminal.log) && !Files.exists(terminal.folder.file("Recordings")))
    }

    @Test("operations that can be cancelled, by their numbers")
    func operations() throws {
        let engine = try terminal.engine { request, _ in
            guard request.verb == .library(.operations) else { return .failure(Failure(.broken, "")) }
            let states = ["done", "running", "queued", "failed"]
            return .success(
                Reply(
                    items: states.enumerated().map { number, state in
                        ["operation": .int(Int64(number)), "verb": .text("export"), "state": .text(state)]
                    }))
        }
        defer { engine.stop() }
        let run = try terminal.run("complete-words", "fish", "dicta operations --cancel ")
        #expect(run.output == "words\n1\texport\n2\texport\n")
    }

    @Test("an unknown shell is a usage error")
    func unknown() throws {
        #expect(try terminal.run("completion", "tcsh").code == 2)
        #expect(try terminal.run("completion").code == 2)
        #expect(Terminal.json(try terminal.run("--json", "completion", "bash").output, "o['completion'][:7]") == "# dicta")
    }
}
