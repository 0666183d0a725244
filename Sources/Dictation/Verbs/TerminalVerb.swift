// The verbs that the terminal carries out. Any thread; a value.

/// The verbs that the terminal carries out; an engine refuses them.
public enum TerminalVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case help, completion, watch, surface, start
}
