// The log of the engine on standard error. Any thread but JACK's.
public import Dictation
internal import Messages
internal import Synchronization
internal import System
internal import Threads

/// Writes one line for each event, with its time, level and area, to standard error: a terminal, the journal or a log file.
/// Nothing else writes there, so that control characters in a name can never reach a terminal. Private parts of a text are
/// written at the level `debug` only.
///
/// A log file may lie on a disk that hangs, so a thread writes the lines. A line is normally written when `say` returns. After
/// a line was not written in time, `say` returns without waiting until the thread has caught up.
public enum EngineLog {
    private struct State: ~Copyable {
        var worker: Worker<LogWriter>?
        /// Number of lines given to the worker.
        var posted: UInt64 = 0
        /// True if the last line was not written in time.
        var isBehind = false
        /// The lightest lines that are written.
        var level = ThisProcess.variable("DICTA_LOG_LEVEL").flatMap(LogLevel.init) ?? .info
    }

    private static let state = Mutex(State())
    private static let progress = LogProgress()
    /// Milliseconds that `say` waits for a line to be written.
    private static let patience = 50

    /// Sets the lightest lines that are written from now on.
    static func show(_ level: LogLevel) { state.withLock { $0.level = level } }

    /// Writes a line in English, if the log has lines of this level. Waits 50 ms at most while the log thread runs.
    public static func say(_ level: LogLevel, _ area: LogArea, _ text: @autoclosure () -> LogText) {
        let text = MessageCatalogue.inEnglish(text)
        state.withLock { state in
            guard level <= state.level else { return }
            let line = LogLine.bytes(level, area, text.words(showsPrivate: state.level.showsPrivate))
            guard let worker = state.worker else { return LogWriter.write(line) }
            worker.post(.line(line))
            state.posted += 1
            if state.isBehind { state.isBehind = progress.lines + 1 < state.posted }
            if !state.isBehind { state.isBehind = !progress.wait(for: state.posted, milliseconds: patience) }
        }
    }

    /// Starts the log thread, if it does not run already. Call after signals are blocked, because the thread must not take
    /// them. Throws `EngineError.system`.
    static func start() throws(EngineError) {
        guard state.withLock({ $0.worker == nil }) else { return }
        let worker = try Worker<LogWriter>(name: "dicta-log", wake: WakeSemaphore()) { LogWriter(progress: progress) }
        state.withLock { $0.worker = worker }
    }

    /// Writes the remaining lines, for a second at most, and ends the log thread. Later lines are written by the calling
    /// thread.
    public static func finish() {
        let worker = state.withLock { state in
            defer { state.worker = nil }
            return state.worker
        }
        worker?.post(.quit)
        _ = worker?.join(within: 1)
    }
}
