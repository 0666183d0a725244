// Estimates the end of a work. Any thread; a value.

/// Estimates the time until a work ends from the speed so far.
public struct TimeLeft: Sendable {
    private var start: (time: Moment, fraction: Double)?

    /// Begins an estimate.
    public init() {}

    /// Seconds left; nil in the first second, and until a hundredth is done.
    public mutating func estimate(_ fraction: Double, now: Moment = .now) -> Double? {
        guard let start else {
            start = (now, fraction)
            return nil
        }
        let (seconds, done) = (now.seconds(since: start.time), fraction - start.fraction)
        guard seconds >= 1, done >= 0.01 else { return nil }
        return seconds * (1 - fraction) / done
    }
}
