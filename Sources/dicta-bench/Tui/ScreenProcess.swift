// The screen in a terminal of its own. Main thread only.
import System

/// A running `dicta tui`, whose terminal this program reads and types into.
final class ScreenProcess {
    /// Pieces of output that came together.
    struct Output {
        /// Bytes of each burst: a picture is written at once.
        var bursts: [Int] = []
        /// Nanoseconds of the clock at the last byte; nil for no byte.
        var last: UInt64?
        var total: Int { bursts.reduce(0, +) }
    }

    /// Quiet time that parts two pictures, in nanoseconds: far less than the 33 ms between two of them.
    private static let gap: UInt64 = 8_000_000

    let pid: Int32
    private let terminal: PseudoTerminal
    private var hasEnded = false

    /// Starts the screen for the engine at a socket.
    init(socket: String, _ size: TuiPlan.Size, folder: String) throws(BenchError) {
        guard let program = Environment.program("dicta", isOurs: true) else {
            throw .unfit("no 'dicta' beside this program; build it too")
        }
        let variables = Environment.merged([
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": "", "HOME": folder, "XDG_STATE_HOME": folder + "/state",
        ])
        do throws(SystemError) {
            terminal = try PseudoTerminal(columns: size.columns, rows: size.rows)
            var child = ChildProgram(
                program, ["--no-start", "--socket", socket, "tui"], environment: variables.map { "\($0)=\($1)" })
            (child.input, child.output) = (.descriptor(terminal.terminal), .descriptor(terminal.terminal))
            child.group = .session
            pid = try child.start()
        } catch { throw .system(error.call, error.code) }
    }

    deinit { stop() }

    /// Types bytes.
    func type(_ text: String) throws(BenchError) {
        do throws(SystemError) { try File.write(terminal.owner, Array(text.utf8)) } catch {
            throw .system(error.call, error.code)
        }
    }

    /// Reads what the screen writes for some seconds, or until it has written nothing for `quiet` seconds after a byte.
    func read(seconds: Double, untilQuiet quiet: Double? = nil) throws(BenchError) -> Output {
        var output = Output()
        let end = Moment.now.later(seconds: seconds)
        while Moment.now < end {
            if let quiet, let last = output.last, Moment(nanoseconds: last).later(seconds: quiet) < .now { break }
            guard Poll.wait(reading: [terminal.owner], milliseconds: 5) else {
                try Interruption.sleep(seconds: 0)
                continue
            }
            guard let bytes = try? TerminalDevice.readSome(terminal.owner, atMost: 65_536) else {
                throw .unfit("the screen has ended")
            }
            let now = Moment.now.nanoseconds
            if let last = output.last, now - last < Self.gap {
                output.bursts[output.bursts.count - 1] += bytes.count
            } else {
                output.bursts.append(bytes.count)
            }
            output.last = now
        }
        return output
    }

    /// Ends the screen.
    func stop() {
        guard !hasEnded else { return }
        hasEnded = true
        SignalNumber.send(SignalNumber.terminate, to: pid)
        // The last bytes have to be read: the screen waits for its terminal.
        for _ in 0..<100 where !ProcessEnd.hasCome(to: pid) {
            _ = try? TerminalDevice.readSome(terminal.owner, atMost: 65_536)
            ThisProcess.sleep(milliseconds: 10)
        }
        SignalNumber.send(SignalNumber.kill, to: pid)
        _ = ProcessEnd.wait(for: pid)
    }
}
