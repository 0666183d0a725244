// The verbs of settings. Any thread; a value.

/// The verbs of settings.
public enum SettingsVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case set, settings
}
