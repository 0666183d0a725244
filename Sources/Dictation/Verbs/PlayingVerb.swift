// The verbs that play, move the playhead and set rate and pitch. Any thread; a value.

/// The verbs that play, move the playhead and set rate and pitch.
public enum PlayingVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case play, locate, nudge, cue, review, loop, next, previous, rate, pitch, dpc, backstep
}
