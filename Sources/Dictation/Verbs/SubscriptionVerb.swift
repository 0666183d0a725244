// The verbs that begin and end subscriptions to state. Any thread; a value.

/// The verbs that begin and end subscriptions to state.
public enum SubscriptionVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case subscribe, unsubscribe
}
