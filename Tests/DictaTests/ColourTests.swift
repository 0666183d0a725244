// Tests of colours, on real pseudo-terminals opened by Python.
import Control
import Dictation
import TestSupport
import Testing

@Suite("Colour is for terminals, and for those who have not said NO_COLOR (C4)")
struct ColourTests {
    /// Runs a program at a terminal and passes its output on.
    private static let terminal = "import os, pty, sys; os.dup2(os.open('/dev/null', os.O_RDONLY), 0); pty.spawn(sys.argv[1:])"

    private func error(at variables: [String: String], isTerminal: Bool = true) throws -> String {
        let folder = TempFolder()
        let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/nowhere", "NO_COLOR": ""].merging(
            variables
        ) { $1 }
        let words = [try Terminal.products() + "/dicta", "stop"]
        guard isTerminal else { return Process.run(words[0], ["stop"], environment: environment).errors }
        return Process.run("/usr/bin/python3", ["-c", Self.terminal] + words, environment: environment).output
    }

    @Test("an error is red at a terminal, and plain everywhere else")
    func errors() throws {
        let coloured = try error(at: ["TERM": "xterm"])
        #expect(coloured.hasPrefix("\u{1b}[31mdicta:\u{1b}[0m no engine"), "\(coloured)")
        for variables in [
            ["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "0"], ["TERM": ""],
        ] {
            let plain = try error(at: variables)
            #expect(plain.hasPrefix("dicta: no engine"), "\(variables): \(plain)")
        }
        #expect(try error(at: ["TERM": "xterm", "NO_COLOR": ""]).hasPrefix("\u{1b}[31mdicta:"))
        #expect(try error(at: ["TERM": "xterm"], isTerminal: false).hasPrefix("dicta: no engine"))
    }
}
