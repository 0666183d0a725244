// The verbs that begin, pause and end takes. Any thread may use these values.

/// The verbs that begin, pause and end takes.
///
/// Without a take, `pause`, `resume` and `stop` act on the playback.
public enum RecordingVerb: String, CaseIterable, Hashable, Sendable {
    case rec, append, insert, overwrite, pause, resume, stop
}
