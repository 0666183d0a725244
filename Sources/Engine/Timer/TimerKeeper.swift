// State of the thread that keeps the timer's history. Timer thread only; blocks on the disk.
internal import Cues
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Appends runs to the history file, and reads it: `$XDG_STATE_HOME/dicta/timer.ndjson`, one JSON object a line.
struct TimerKeeper: ThreadState, ~Copyable {
    /// Orders to the timer thread.
    enum Order: Sendable {
        /// Append a run.
        case append(TimerRecord)
        /// Read all runs.
        case read(id: UInt64)
        /// Carry out earlier messages, then end the thread.
        case quit
    }

    /// Events of the timer thread.
    enum Event: Sendable {
        /// The history, or the reason why it cannot be read.
        case read(id: UInt64, Result<TimerHistory, EngineError>)
        /// A run could not be appended.
        case failed(EngineError)
    }

    typealias Wake = WakeSemaphore

    /// Largest history in bytes that is read: about 100,000 runs.
    private static let longest = 16 << 20

    private let outbox: Mailbox<Event>
    private var isQuitting = false

    init(outbox: Mailbox<Event>) { self.outbox = outbox }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    mutating func obey(_ order: Order) {
        switch order {
        case .append(let record):
            do throws(SystemError) { try TimerKeeper.append(record.line) } catch { outbox.post(.failed(EngineError(error))) }
        case .read(let id): outbox.post(.read(id: id, TimerKeeper.read()))
        case .quit: isQuitting = true
        }
    }

    /// Path of the history; nil without a home folder.
    private static var path: String? { UserFolders.state { ThisProcess.variable($0) }.map { $0 + "/dicta/timer.ndjson" } }

    /// Appends a line in one write, so that two engines never mix theirs. Half a line that a full disk or a crash has left is ended
    /// first: it would hide the new one.
    private static func append(_ line: [UInt8]) throws(SystemError) {
        guard let path else {
            throw SystemError(tr("keep the timer's history (set HOME or XDG_STATE_HOME)"), code: Errno.missing)
        }
        try File.makeFolders(File.parent(of: path), mode: 0o700)
        let descriptor = try File.open(path, .readWrite, [.create, .append, .noLink])
        do throws(SystemError) {
            let feed = UInt8(ascii: "\n")
            let length = try FileStatus(descriptor: descriptor).bytes
            let last = length == 0 ? [feed] : try File.read(descriptor, at: length - 1, count: 1)
            try File.write(descriptor, (last == [feed] ? [] : [feed]) + line)
            try File.syncData(descriptor)
        } catch {
            File.close(descriptor)
            throw error
        }
        try File.finish(descriptor)
    }

    /// Reads the history. A missing file is an empty history.
    private static func read() -> Result<TimerHistory, EngineError> {
        guard let path, File.exists(path) else { return .success(TimerHistory([])) }
        do throws(SystemError) {
            let bytes = try File.contents(of: path)
            return .success(TimerHistory(Array(bytes.suffix(longest))))
        } catch {
            return .failure(EngineError(error))
        }
    }
}
