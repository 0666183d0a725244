// Gongs of a timer. Any thread; a value.

/// The frames at which a timer sounds, counted from the start of its run. The countdown has negative frames.
public struct TimerPlan: Sendable, Equatable {
    /// A gong of a run.
    public enum Gong: Sendable, Equatable { case start, interval, finish }

    /// Length of the run in frames, 1 or more.
    public let length: Int64
    /// Length of the countdown before the run, in frames.
    public let countdown: Int64
    /// Frames between two interval gongs; 0 for none.
    public let interval: Int64

    /// Makes a plan.
    public init(length: Int64, countdown: Int64, interval: Int64) {
        self.length = length
        self.countdown = countdown
        self.interval = interval
    }

    /// The next gong after frame `place` of the run; nil after the last one. The finish gong takes the place of an interval gong
    /// at the end. Costs no walk through all gongs.
    public func gong(after place: Int64) -> (gong: Gong, frame: Int64)? {
        if place < 0 { return (.start, 0) }
        guard place < length else { return nil }
        guard interval > 0, place / interval < (length - 1) / interval else { return (.finish, length) }
        return (.interval, (place / interval + 1) * interval)
    }
}
