// Control loop only; a value.

/// What the JACK thread was told of following the transport, and for what recording.
struct TransportTold: Equatable {
    let isFollowed: Bool
    let ratio: Double
    let load: UInt64?
    let frames: Int64?
}
