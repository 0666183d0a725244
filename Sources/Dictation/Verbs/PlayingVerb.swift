// The verbs that play, move the playhead and change how playing sounds. Any thread may use these values.

/// The verbs that play, move the playhead and change how playing sounds.
public enum PlayingVerb: String, CaseIterable, Hashable, Sendable {
    case play, locate, nudge, cue, review, loop, next, previous, rate, pitch, dpc, backstep
}
