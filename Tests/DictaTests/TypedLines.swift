// Types lines with Tab into an interactive shell at a pseudo-terminal. Any thread; waits for the shell.
import TestSupport

/// An interactive shell at a terminal of its own, as a person uses it: what is typed goes through the shell's own line editor,
/// and `dicta` is a function there that notes its arguments.
struct TypedLines {
    /// The shells, and ways to load completion in them.
    enum Shell: String, CaseIterable {
        case bash, bashCompletion, zsh, fish

        var program: [String] {
            switch self {
            case .bash, .bashCompletion: ["/bin/bash", "--norc", "--noprofile", "-i"]
            case .zsh: ["/usr/bin/zsh", "-f", "-i"]
            case .fish: ["/usr/bin/fish", "--private", "-i"]
            }
        }

        /// The name that `dicta completion` knows.
        var script: String { self == .bashCompletion ? "bash" : rawValue }

        func setUp(_ script: String, out: String) -> String {
            let note = "printf '%s\\0' \"$@\" >'\(out).new'; mv '\(out).new' '\(out)'"
            return switch self {
            case .bash: "source '\(script)'; dicta() { \(note); }"
            case .bashCompletion:
                "source /usr/share/bash-completion/bash_completion; source '\(script)'; dicta() { \(note); }"
            case .zsh: "autoload -Uz compinit; compinit -u -D; source '\(script)'; dicta() { \(note); }"
            case .fish:
                "source '\(script)'; function dicta; printf '%s\\0' $argv >'\(out).new'; mv '\(out).new' '\(out)'; end"
            }
        }
    }

    let shell: Shell
    let terminal: Terminal

    /// The arguments that `dicta` gets from each line, typed into one shell and ended by Enter; nil for a line that gave none.
    func arguments(_ lines: [String]) throws -> [[String]?] {
        let script = terminal.folder.file("script")
        let made = try terminal.run("completion", shell.script)
        guard made.code == 0, Files.write(made.output, to: script) else { return [] }
        let out = terminal.folder.file("typed")
        let run = Process.python(
            Self.typist, [out, terminal.folder.file("ready"), shell.setUp(script, out: out)] + shell.program + ["--"] + lines,
            environment: terminal.environment(path: try Terminal.products() + ":/usr/bin:/bin"))
        guard run.code == 0 else { return [[run.errors]] }
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            line == "-" ? nil : line.dropFirst().split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private static let typist = """
        import os, pty, select, sys, time, fcntl, struct, termios
        out, ready, setup = sys.argv[1:4]
        rest = sys.argv[4:]
        shell, lines = rest[:rest.index('--')], rest[rest.index('--') + 1:]
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ['TERM'] = 'xterm'
            os.chdir(os.environ['HOME'])
            os.execv(shell[0], shell)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 50, 200, 0, 0))
        said = b''
        def wait(path, seconds):
            global said
            end = time.time() + seconds
            while time.time() < end and not os.path.exists(path):
                if select.select([terminal], [], [], 0.02)[0]:
                    try: said += os.read(terminal, 65536)
                    except OSError: return False
            return os.path.exists(path)
        def type(text): os.write(terminal, text.encode())
        type(setup + '\\r')
        type("touch '" + ready + "'\\r")
        if not wait(ready, 30): sys.exit('no shell: ' + said.decode(errors='replace'))
        for line in lines:
            type(line + '\\r')
            if wait(out, 15):
                print('+' + '\\t'.join(open(out, newline='').read().split('\\0')[:-1]))
                os.remove(out)
            else:
                print('-')
                print(said.decode(errors='replace'), file=sys.stderr)
                type('\\x03')
        os.kill(pid, 9)
        """
}
