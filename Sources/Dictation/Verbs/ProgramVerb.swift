// Rows of the command table that are no verbs of `dicta`. Any thread; a value.

/// Rows of the command table that are no verbs of `dicta`: the command lines of programs, and the list of settings.
public enum ProgramVerb: String, CaseIterable, Hashable, Sendable {
    /// The name of the program, or of the list.
    case dicta, dictad, settings
}
