// The verbs that begin and end state messages. Any thread may use these values.

/// The verbs that begin and end state messages.
public enum SubscriptionVerb: String, CaseIterable, Hashable, Sendable {
    case subscribe, unsubscribe
}
