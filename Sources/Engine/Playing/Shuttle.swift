// The shuttle at a fast step. Control loop only; a value.

/// Playback at a rate that the shuttle has set for a while.
struct Shuttle {
    /// The step: 1 is the user's own rate, 2 and 3 are faster.
    var step: Int
    /// The user's own rate, to which playback returns.
    let rate: Double
}
