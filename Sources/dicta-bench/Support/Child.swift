// Child processes. Main thread only; the only place that starts a process.
import System

/// A program that runs; its output goes to a file.
final class Child {
    let pid: Int32
    let program: String
    private let log: String
    private var end: ProcessEnd?
    /// CPU seconds of the whole process, once it has ended by itself.
    private(set) var processor: Double?

    /// Starts a program with its arguments and variables; its output is appended to `log`.
    init(
        _ program: String, _ words: [String], log: String, environment: [String: String] = [:],
        input: ChildProgram.Stream = .nothing
    ) throws(BenchError) {
        self.program = program
        self.log = log
        let variables = Environment.merged(environment).map { "\($0)=\($1)" }
        var child = ChildProgram(program, words, environment: variables)
        // A process group of its own: Ctrl-C reaches only dicta-bench, which ends its children in order.
        (child.input, child.output, child.group) = (input, .file(log), .own)
        do throws(SystemError) { pid = try child.start() } catch { throw .system("start \(program)", error.code) }
    }

    deinit { kill() }

    /// Output of the program so far; empty if it cannot be read.
    var said: String { Text.file(log) ?? "" }

    /// Exit code, or the negated signal; nil while the program runs.
    var ended: Int32? {
        if end == nil, let measured = ProcessEnd.measure(pid) { (end, processor) = measured }
        return end?.code
    }

    /// Asks the program to end and waits; kills it after ten seconds. True if it ended without a kill.
    func stop(_ signal: Int32) throws(BenchError) -> Bool {
        if ended == nil { SignalNumber.send(signal, to: pid) }
        return try awaitEnd()
    }

    /// Waits for the end of a program that was asked to end; kills it after ten seconds. True if it ended without a kill.
    func awaitEnd() throws(BenchError) -> Bool {
        for _ in 0..<200 where ended == nil { try Interruption.sleep(seconds: 0.05) }
        defer { kill() }
        return ended != nil
    }

    private func kill() {
        guard ended == nil else { return }
        SignalNumber.send(SignalNumber.kill, to: pid)
        end = ProcessEnd.wait(for: pid) ?? .signal(SignalNumber.kill)
    }
}
