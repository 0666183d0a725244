// Writes lines of the log to standard error. Log thread only.
internal import Synchronization
internal import System
internal import Threads

/// Writes the lines of the log in the order in which they came.
struct LogWriter: ThreadState, ~Copyable {
    /// Orders to the log thread.
    enum Order: Sendable {
        /// Write these bytes.
        case line([UInt8])
        /// Write all earlier lines, then end the thread.
        case quit
    }

    typealias Wake = WakeSemaphore

    private let progress: LogProgress
    private var isQuitting = false

    init(progress: LogProgress) { self.progress = progress }

    /// Carries out one message. Blocks for as long as standard error does.
    mutating func obey(_ order: Order) {
        switch order {
        case .quit: isQuitting = true
        case .line(let line):
            LogWriter.write(line)
            progress.note()
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 3_600_000 }

    /// Writes a line to standard error. Any thread but JACK's; may block.
    static func write(_ line: [UInt8]) {
        // Errors are ignored: the terminal may be gone, and the recorder goes on.
        try? File.write(File.standardError, line)
    }
}

/// Counts written lines. The log thread counts; one other thread waits.
final class LogProgress: Sendable {
    private let written = Atomic<UInt64>(0)
    private let news = WakeSemaphore()

    /// Number of lines written.
    var lines: UInt64 { written.load(ordering: .acquiring) }

    /// Counts one written line and wakes the waiting thread.
    func note() {
        written.add(1, ordering: .releasing)
        news.wake()
    }

    /// Waits until `count` lines are written. False if that takes longer than `milliseconds`.
    func wait(for count: UInt64, milliseconds: Int) -> Bool {
        if lines < count { news.wait(milliseconds) }
        return lines >= count
    }
}
