// The log of the engine. Control loop, and dictad before and after there is one.
internal import Dictation
internal import Glibc
internal import Synchronization

/// One line an event on standard error, for the terminal, the journal or the log file. The one place that writes there, so
/// that no name in it can order a terminal about.
///
/// A log file can lie on a disk that hangs. So a thread writes the lines: a line mostly is written when `say` returns, and a disk that
/// does not take it in time keeps nobody waiting from then on.
public enum EngineLog {
    private struct State: ~Copyable {
        var worker: Worker<LogWriter>?
        /// Lines given to the worker.
        var posted: UInt64 = 0
        /// The last line was not written in time.
        var isBehind = false
    }

    private static let state = Mutex(State())
    private static let progress = LogProgress()
    /// Milliseconds that a line is waited for.
    private static let patience = 50

    /// Writes a line.
    public static func say(_ words: String) {
        let line = Array("dictad: \(PrintableText.line(words))\n".utf8)
        state.withLock { state in
            guard let worker = state.worker else { return LogWriter.write(line) }
            worker.post(.line(line))
            state.posted += 1
            if state.isBehind { state.isBehind = progress.lines + 1 < state.posted }
            if !state.isBehind { state.isBehind = !progress.wait(for: state.posted, milliseconds: patience) }
        }
    }

    /// Has a thread write the lines from now on. Called after signals were blocked, which the thread must not take.
    static func start() throws(EngineError) {
        guard state.withLock({ $0.worker == nil }) else { return }
        let worker = try Worker<LogWriter>(name: "dicta-log", wake: WakeSemaphore()) { LogWriter(progress: progress) }
        state.withLock { $0.worker = worker }
    }

    /// Writes what is left, within a second. Lines that come later are written by their own thread.
    public static func finish() {
        let worker = state.withLock { state in
            defer { state.worker = nil }
            return state.worker
        }
        worker?.post(.quit)
        _ = worker?.join(within: 1)
    }
}
