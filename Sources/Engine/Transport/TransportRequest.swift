// Control loop only; a value.

/// What the player has JACK's transport do where it leads; positions are frames of what is loaded.
enum TransportRequest {
    case roll(from: Int64)
    case stop
    case locate(to: Int64)
}
