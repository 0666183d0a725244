// Tries to connect one side of the engine by a pattern. Control loop only; a value without a clock of its own.
internal import System

/// The tries of the worker to connect one side: one at a time, and longer and longer apart while they fail.
struct ConnectionTries {
    /// True from the message to the worker until its answer.
    private var isUnderWay = false
    private var pause = ReturnPause()
    /// When the next try may begin; nil for at once.
    private var due: Moment?

    /// True if a try may begin.
    func isDue(_ now: Moment) -> Bool { !isUnderWay && due.map { now.seconds(since: $0) >= 0 } ?? true }

    /// Notes that the worker was asked.
    mutating func begin() { isUnderWay = true }

    /// Notes the worker's answer: whether the side is connected now.
    mutating func end(isConnected: Bool, _ now: Moment) {
        isUnderWay = false
        if isConnected { pause.opened() }
        due = isConnected ? nil : now.later(milliseconds: pause.refused())
    }
}
