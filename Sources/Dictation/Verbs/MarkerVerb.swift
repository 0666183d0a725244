// The verbs of markers. Any thread may use these values.

/// The verbs of markers.
public enum MarkerVerb: String, CaseIterable, Hashable, Sendable {
    case mark, unmark, marks
}
