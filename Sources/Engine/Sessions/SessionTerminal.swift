// Terminal that a session shows for the engine. Control loop only.
internal import Session
internal import System
internal import Threads

/// A terminal that shows the engine, in a process group of its own.
final class SessionTerminal {
    private let pid: Int32
    /// True once the process has ended.
    private var isOver = false
    /// Time after which the process is killed; nil until it is told to end, and once it is killed.
    private var lastMoment: Moment?

    /// Starts the terminal. Throws `EngineError.system`.
    init(_ choice: TerminalChoice, running command: [String]) throws(EngineError) {
        // Programs in the terminal must not join the session.
        let environment = ThisProcess.environment.filter { !$0.hasPrefix("NSM_URL=") }
        var terminal = ChildProgram(choice.program, choice.arguments(running: command), environment: environment)
        terminal.group = .own
        do throws(SystemError) { pid = try terminal.start() } catch { throw EngineError(error) }
    }

    /// True if the terminal has ended, for any reason. Kills it if it was told to end and a quarter of a second has passed.
    /// Never blocks.
    func hasEnded() -> Bool {
        guard !isOver else { return true }
        if let lastMoment, Moment.now.seconds(since: lastMoment) >= 0 {
            self.lastMoment = nil
            SignalNumber.send(SignalNumber.kill, toGroup: pid)
        }
        do throws(SystemError) { isOver = try ProcessEnd.look(at: pid) != nil } catch {
            isOver = error.code == Errno.noChild
        }
        return isOver
    }

    /// Tells the terminal to end, and returns at once. Ask `hasEnded` until it has: an ended process stays in the system's table
    /// until then.
    func end() {
        guard !hasEnded() else { return }
        lastMoment = Moment.now.later(milliseconds: 250)
        SignalNumber.send(SignalNumber.terminate, toGroup: pid)
    }
}
