// Notices jumps of the position, for applets that count on by themselves. One owner at a time; a value, no I/O.

/// Compares positions with those that status and rate let one expect. Applets ask for a position once and then count (MPRIS 2), so
/// each jump is to be told.
struct SeekWatch {
    private var state: MediaState?
    private var time = 0.0
    /// Time of the last jump that was told, in seconds.
    private var told = -Double.infinity

    /// Smallest jump that counts, in microseconds: the positions of two looks are less exact while a stretcher works.
    private static let least: Int64 = 300_000
    /// Seconds between two jumps that are told: a loop of a tenth of a second must not flood the bus.
    private static let pause = 0.5

    /// Takes the state of a moment, in seconds of any clock. Returns the position in microseconds if it has jumped.
    mutating func look(_ now: MediaState, at seconds: Double) -> Int64? {
        guard let before = state, before.track == now.track, !now.track.isEmpty else {
            (state, time) = (now, seconds)
            return nil
        }
        let step = before.status == "Playing" ? (seconds - time) * before.rate * 1_000_000 : 0
        let expected = Double(before.position) + step
        guard abs(Double(now.position) - expected) >= Double(Self.least) else {
            (state, time) = (now, seconds)
            return nil
        }
        // The jump stays to be told, from where it began.
        guard seconds - told >= Self.pause else { return nil }
        (state, time, told) = (now, seconds, seconds)
        return now.position
    }
}
