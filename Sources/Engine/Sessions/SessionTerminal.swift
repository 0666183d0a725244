// Terminal that a session shows for the engine. Control loop only.
internal import Session
internal import System

/// A terminal that shows the engine, in a process group of its own.
final class SessionTerminal {
    private let pid: Int32
    /// True once the process has ended.
    private var isOver = false

    /// Starts the terminal. Throws `EngineError.system`.
    init(_ choice: TerminalChoice, running command: [String]) throws(EngineError) {
        // Programs in the terminal must not join the session.
        let environment = ThisProcess.environment.filter { !$0.hasPrefix("NSM_URL=") }
        var terminal = ChildProgram(choice.program, choice.arguments(running: command), environment: environment)
        terminal.group = .own
        do throws(SystemError) { pid = try terminal.start() } catch { throw EngineError(error) }
    }

    /// True if the terminal has ended, for any reason. Never blocks.
    func hasEnded() -> Bool {
        guard !isOver else { return true }
        do throws(SystemError) { isOver = try ProcessEnd.look(at: pid) != nil } catch {
            isOver = error.code == Errno.noChild
        }
        return isOver
    }

    /// Ends the terminal. Blocks for 350 ms at most.
    func end() {
        guard !hasEnded() else { return }
        SignalNumber.send(SignalNumber.terminate, toGroup: pid)
        for _ in 0..<50 {
            ThisProcess.sleep(milliseconds: 5)
            if hasEnded() { return }
        }
        SignalNumber.send(SignalNumber.kill, toGroup: pid)
        for _ in 0..<20 where !hasEnded() { ThisProcess.sleep(milliseconds: 5) }
    }
}
