// Marker requests for the running take, and their results. Any thread; values.
package import Dictation

/// A request to set, change or remove a marker of the running take.
package struct TakeMark: Sendable {
    /// Number that the result refers to.
    let id: UInt64
    /// The change to make.
    var request: MarkerRequest
    /// Extended JACK frame of the marker; nil when the request names a place itself.
    let frame: Int64?

    /// The request number `id`, at extended JACK frame `frame`.
    package init(id: UInt64, request: MarkerRequest, frame: Int64?) {
        (self.id, self.request, self.frame) = (id, request, frame)
    }
}

/// Result of a marker request that was carried out.
package struct TakeMarkResult: Sendable {
    /// Name of the recording.
    package let recording: String
    /// The change that was made, in frames of the take.
    package let change: MarkerChange
    /// Sample rate of the take in Hz.
    package let rate: Int
}
