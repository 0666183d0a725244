// The verb of JACK's transport. Any thread may use these values.

/// The verb of JACK's transport.
public enum TransportVerb: String, CaseIterable, Hashable, Sendable {
    case transport
}
