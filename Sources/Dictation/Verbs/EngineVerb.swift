// The verbs of the engine as a whole. Any thread may use these values.

/// The verbs of the engine as a whole.
public enum EngineVerb: String, CaseIterable, Hashable, Sendable {
    case status, quit, ping, version, commands
}
