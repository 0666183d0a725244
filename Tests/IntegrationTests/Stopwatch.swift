// Measures the time between two commands. One thread: the test's.
import Glibc

/// Bounds of the time between a start and a stop command. Each command takes some time (a stop waits for the disk), and
/// takes effect at an unknown moment within it.
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

    /// True where `seconds` lies within the bounds, give or take `margin`.
    func fits(_ seconds: Double, within margin: Double) -> Bool {
        (shortest - margin...longest + margin).contains(seconds)
    }

    private var shortest: Double { stopped.before - started.after }
    private var longest: Double { stopped.after - started.before }

    var description: String { "\(shortest) to \(longest) s" }

    /// The clock that the engine uses.
    private static var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
