// The verbs of settings. Any thread may use these values.

/// The verbs of settings.
public enum SettingsVerb: String, CaseIterable, Hashable, Sendable {
    case set, settings
}
