// State of the log thread: writes lines to standard error. Its worker alone runs it.
internal import Glibc
internal import Synchronization

/// Writes the lines of the log, in the order in which they came.
struct LogWriter: ThreadState, ~Copyable {
    enum Message: Sendable {
        case line([UInt8])
        /// Write what came before, and end.
        case quit
    }

    typealias Wake = WakeSemaphore

    private let progress: LogProgress
    private var isQuitting = false

    init(progress: LogProgress) { self.progress = progress }

    /// Blocks as long as standard error does.
    mutating func obey(_ message: Message) {
        switch message {
        case .quit: isQuitting = true
        case .line(let line):
            LogWriter.write(line)
            progress.note()
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 3_600_000 }

    /// Any thread.
    static func write(_ line: [UInt8]) {
        // Nobody may be listening any more; a recorder goes on without being heard.
        _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// How many lines of the log are written. The log thread notes, one other thread waits.
final class LogProgress: Sendable {
    private let written = Atomic<UInt64>(0)
    private let news = WakeSemaphore()

    var lines: UInt64 { written.load(ordering: .acquiring) }

    func note() {
        written.add(1, ordering: .releasing)
        news.wake()
    }

    /// True once so many lines are written; false where that takes longer than `milliseconds`.
    func wait(for count: UInt64, milliseconds: Int) -> Bool {
        if lines < count { news.wait(milliseconds) }
        return lines >= count
    }
}
