// The time until a work ends. One thread; a value, reads the clock unless it is given.
import System

/// Estimates the time until a work ends from its speed in the last seconds: the parts of a work have different speeds, and an
/// average from the beginning would tell of a part that is over.
struct TimeLeft {
    private var looks: [(time: Moment, fraction: Double)] = []

    /// Seconds of the past that count.
    private static let window = 15.0

    /// Seconds left; nil in the first second, until a hundredth is done, and while nothing moves.
    mutating func estimate(_ fraction: Double, now: Moment = .now) -> Double? {
        looks.append((now, fraction))
        // One look stays that is as old as the window, so that a look now and then has a speed too.
        while looks.count > 2, now.seconds(since: looks[1].time) >= Self.window { looks.removeFirst() }
        guard let oldest = looks.first else { return nil }
        let (seconds, done) = (now.seconds(since: oldest.time), fraction - oldest.fraction)
        guard seconds >= 1, fraction >= 0.01, done > 0 else { return nil }
        return seconds * (1 - fraction) / done
    }
}
