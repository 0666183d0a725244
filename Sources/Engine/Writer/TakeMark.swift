// Marker requests for the running take, and their results. Any thread; values.
internal import Dictation

/// A request to set, change or remove a marker of the running take.
struct TakeMark: Sendable {
    /// Number that the result refers to.
    let id: UInt64
    /// The change to make.
    var request: MarkerRequest
    /// Extended JACK frame of the marker; nil when the request names a place itself.
    let frame: Int64?
}

/// Result of a marker request that was carried out.
struct TakeMarkResult: Sendable {
    /// Name of the recording.
    let recording: String
    /// The change that was made, in frames of the take.
    let change: MarkerChange
    /// Sample rate of the take in Hz.
    let rate: Int
}
