// The verb of JACK's transport. Any thread; a value.

/// The verb of JACK's transport.
public enum TransportVerb: String, CaseIterable, Hashable, Sendable {
    /// The raw value is the verb as it is typed.
    case transport
}
