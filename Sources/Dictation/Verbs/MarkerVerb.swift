// The verbs of markers. Any thread; a value.

/// The verbs of markers.
public enum MarkerVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case mark, unmark, marks
}
