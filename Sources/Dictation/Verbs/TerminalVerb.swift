// The verbs that the terminal carries out. Any thread may use these values.

/// The verbs that the terminal carries out; no engine takes them from its socket.
public enum TerminalVerb: String, CaseIterable, Hashable, Sendable {
    case help, completion, watch, surface, start
}
