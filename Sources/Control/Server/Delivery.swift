// Control loop; a value.

/// What became of a packet that may be left out.
public enum Delivery: Sendable {
    case sent
    /// The other side does not read fast enough.
    case full
    /// There is nobody.
    case gone
}
