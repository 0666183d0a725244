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
        let script = "#!/bin/sh\ntrap '' TERM\necho >\(folder.file("up"))\nsleep 60\n"
        #expect(folder.write(script, to: "terminal", mode: 0o700))
        let variables = ["DISPLAY": ":77", "TERMINAL": folder.file("terminal")]
        let choice = try #require(TerminalChoice(environment: { variables[$0] }, isExecutable: { _ in true }))
        let terminal = try SessionTerminal(choice, running: [])
        for _ in 0..<500 where !Files.exists(folder.file("up")) { _ = usleep(10_000) }
        let begin = Moment.now
        terminal.end()
        #expect(Moment.now.seconds(since: begin) < 0.1)
        for _ in 0..<500 where !terminal.hasEnded() { _ = usleep(10_000) }
        #expect(terminal.hasEnded())
        #expect(Moment.now.seconds(since: begin) > 0.2, "it has a moment to end by itself")
    }
}
