// The verb of hooks. Any thread; a value.

/// The verb of hooks.
public enum HookVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case hooks
}
