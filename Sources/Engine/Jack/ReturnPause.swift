// Pause between two tries to reach a JACK server. A value without a clock of its own.

/// Time to the next try to reach a server. Each try costs memory, threads and lines of the log: whatever it is that ends them,
/// they come less and less often.
struct ReturnPause {
    private static let first = 50
    private static let longest = 2000
    /// Seconds that a client has to live: the reason for its end is then taken for a new one.
    private static let settled = 10.0

    private var refusals = 0
    private var shortLives = 0

    /// A client is there.
    mutating func opened() { refusals = 0 }

    /// Milliseconds to the next try after one that was refused.
    mutating func refused() -> Int {
        refusals += 1
        return max(ReturnPause.milliseconds(refusals), ReturnPause.milliseconds(shortLives))
    }

    /// Milliseconds to the first try after a client that lived for so many seconds; none after one that had settled.
    mutating func lost(after seconds: Double) -> Int {
        shortLives = seconds < ReturnPause.settled ? shortLives + 1 : 0
        return ReturnPause.milliseconds(shortLives)
    }

    private static func milliseconds(_ count: Int) -> Int { count == 0 ? 0 : min(longest, first << min(count - 1, 16)) }
}
