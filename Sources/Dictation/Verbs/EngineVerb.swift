// The verbs of the engine as a whole. Any thread; a value.

/// The verbs of the engine as a whole.
public enum EngineVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case status, quit, ping, version, commands
}
