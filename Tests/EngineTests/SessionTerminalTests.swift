// Tests of the end of a session's terminal.
import Glibc
import Session
import System
import TestSupport
import Testing

@testable import Engine

@Suite struct SessionTerminalTests {
    private let folder = TempFolder()

    /// A terminal that ignores the request to end is killed a moment later; the control loop does not wait for it.
    @Test func theEndOfATerminalHoldsUpNothing() throws {
        let up = folder.file("up")
        // A child process makes the program: a descriptor inherited by the program of another test would make it busy.
        #expect(folder.write("#!/bin/sh\ntrap '' TERM\necho $$ >\(up)\nsleep 60\n", to: "text"))
        let made = Process.run("/usr/bin/install", ["-m", "700", folder.file("text"), folder.file("terminal")])
        try #require(made.code == 0, "\(made)")
        let variables = ["DISPLAY": ":77", "TERMINAL": folder.file("terminal")]
        let choice = try #require(TerminalChoice(environment: { variables[$0] }, isExecutable: { _ in true }))
        let terminal = try SessionTerminal(choice, running: [])
        Pause.until { !(Files.read(up) ?? "").isEmpty }
        let pid = try #require(Files.read(up)?.dropLast())
        let begin = Moment.now
        terminal.end()
        // The terminal is killed when it is asked for later, and its process runs until then.
        let state = Files.read("/proc/\(pid)/stat") ?? ""
        #expect(!state.isEmpty && !state.contains(") Z "), "the end was waited for: \(state)")
        Pause.until { terminal.hasEnded() }
        #expect(terminal.hasEnded())
        #expect(Moment.now.seconds(since: begin) > 0.2, "it has a moment to end by itself")
    }
}
