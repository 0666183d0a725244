// Requests of the player to JACK's transport. Control loop only; a value.

/// An action of JACK's transport that the player requests when it leads; positions are timeline frames.
enum TransportRequest {
    /// Roll from this position.
    case roll(from: Int64)
    /// Stop where the transport is.
    case stop
    /// Move to this position.
    case locate(to: Int64)
}
