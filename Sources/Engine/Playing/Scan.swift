// State of a held cue or review. Control loop only.

/// A held cue (forward) or review (backward).
struct Scan {
    /// True for cue, false for review.
    let isForward: Bool
    /// State to which playback returns on release.
    let before: PlayingDesk.State
}
