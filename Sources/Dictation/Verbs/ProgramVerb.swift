// The rows of the table that are no verbs of dicta. Any thread may use these values.

/// The rows of the table that are no verb of `dicta`: command lines of programs, and the list of settings.
public enum ProgramVerb: String, CaseIterable, Hashable, Sendable {
    case dicta, dictad, settings
}
