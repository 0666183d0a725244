// One thread: the test's.
import Glibc

/// How long something lasted that was started and stopped by commands. Each of them takes its time (a stop waits for the disk),
/// and when within that it took effect nobody knows.
struct Stopwatch: CustomStringConvertible {
    private var started = (before: 0.0, after: 0.0)
    private var stopped = (before: 0.0, after: 0.0)

    @discardableResult
    mutating func start<Answer>(_ command: () throws -> Answer) rethrows -> Answer {
        started.before = Stopwatch.now
        defer { started.after = Stopwatch.now }
        return try command()
    }

    @discardableResult
    mutating func stop<Answer>(_ command: () throws -> Answer) rethrows -> Answer {
        stopped.before = Stopwatch.now
        defer { stopped.after = Stopwatch.now }
        return try command()
    }

    /// Whether `seconds` is how long it lasted, give or take `margin`.
    func fits(_ seconds: Double, within margin: Double) -> Bool {
        (shortest - margin...longest + margin).contains(seconds)
    }

    private var shortest: Double { stopped.before - started.after }
    private var longest: Double { stopped.after - started.before }

    var description: String { "\(shortest) to \(longest) s" }

    /// The clock that the engine goes by.
    private static var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
