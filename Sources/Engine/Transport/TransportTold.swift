// State of the transport that the JACK thread was told. Control loop only; a value.

/// Values for following the transport that the JACK thread was told last.
struct TransportTold: Equatable {
    /// True when playback follows or leads the transport.
    let isFollowed: Bool
    /// Timeline frames of the recording per transport frame.
    let ratio: Double
    /// Number of the load; nil when nothing is loaded.
    let load: UInt64?
    /// Length of the recording in timeline frames; nil when nothing is loaded.
    let frames: Int64?
}
