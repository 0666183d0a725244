// Control loop only.

/// A held cue or review.
struct Scan {
    let isForward: Bool
    /// What is gone back to when it is let go.
    let before: PlayingDesk.State
}
