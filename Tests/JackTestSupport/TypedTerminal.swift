// Runs a program in a terminal of its own. One thread: the test's.
import Glibc
public import TestSupport

/// A terminal in which a program runs and a person types. Python's own module makes the terminal.
public enum TypedTerminal {
    private static let script = """
        import os, pty, select, sys, time
        pairs = [pair.split('\\x1f') for pair in sys.argv[1].split('\\x1e') if pair]
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(sys.argv[2], sys.argv[2:])
        text, seen, end = '', 0, time.time() + 60
        while time.time() < end:
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    part = os.read(terminal, 65536).decode(errors='replace')
                except OSError:
                    break
                if not part:
                    break
                text += part
            if pairs and pairs[0][0] in text[seen:]:
                seen = len(text)
                time.sleep(0.2)
                os.write(terminal, pairs.pop(0)[1].encode())
        else:
            os.kill(pid, 9)
            text += '\\n[not ended]'
        print(text.replace('\\r', ''), end='')
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
        """

    /// Runs a program to its end. Each answer is typed after its text has appeared. Its output and errors are one text.
    public static func run(
        _ program: String, _ words: [String], environment: [String: String], answers: [(after: String, type: String)] = []
    ) -> Finished {
        let pairs = answers.map { "\($0.after)\u{1f}\($0.type)" }.joined(separator: "\u{1e}")
        let environment = environment.merging(["TERM": "xterm"]) { given, _ in given }
        return Process.python(script, [pairs, program] + words, environment: environment)
    }
}

extension Desktop {
    /// Runs `dicta` in a terminal for the engine of this desktop.
    public func terminal(_ words: String..., answers: [(after: String, type: String)] = []) -> Finished {
        TypedTerminal.run(
            Programs.path("dicta"), ["--engine", engine] + words, environment: environment, answers: answers)
    }
}
