// Pauses between tries to reach a JACK server. Any thread; a value without a clock of its own.

/// The pause before the next try to reach a server. Each try costs memory, threads and log lines, so pauses grow as tries fail
/// or clients end soon, for any reason.
struct ReturnPause {
    /// The first pause in milliseconds.
    private static let first = 50
    /// The longest pause in milliseconds.
    private static let longest = 2000
    /// Seconds of life after which the end of a client counts as a new problem.
    private static let settled = 10.0

    /// Tries that failed in a row.
    private var refusals = 0
    /// Clients in a row that ended soon.
    private var shortLives = 0

    /// Notes that a client was opened.
    mutating func opened() { refusals = 0 }

    /// Notes a failed try, and gives the milliseconds to the next one.
    mutating func refused() -> Int {
        refusals += 1
        return max(ReturnPause.milliseconds(refusals), ReturnPause.milliseconds(shortLives))
    }

    /// Notes the end of a client that lived for `seconds`, and gives the milliseconds to the next try: 0 for a client that had
    /// settled.
    mutating func lost(after seconds: Double) -> Int {
        shortLives = seconds < ReturnPause.settled ? shortLives + 1 : 0
        return ReturnPause.milliseconds(shortLives)
    }

    /// The pause after `count` failures: doubled each time, up to `longest`.
    private static func milliseconds(_ count: Int) -> Int { count == 0 ? 0 : min(longest, first << min(count - 1, 16)) }
}
