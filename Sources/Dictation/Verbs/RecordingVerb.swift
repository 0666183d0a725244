// The verbs that begin, pause and end takes. Any thread; a value.

/// The verbs that begin, pause and end takes.
///
/// Without a take, `pause`, `resume` and `stop` act on the playback.
public enum RecordingVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case rec, append, insert, overwrite, pause, resume, stop
}
