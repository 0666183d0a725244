// The verb of hooks. Any thread may use these values.

/// The verb of hooks.
public enum HookVerb: String, CaseIterable, Hashable, Sendable {
    case hooks
}
