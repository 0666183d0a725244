// Orders for markers of a take, and their results. Values of any thread.
internal import Dictation

/// An order for the markers of a take that runs.
struct TakeMark: Sendable {
    let id: UInt64
    var order: MarkerRequest
    /// Extended JACK frame that is meant, where no place is given.
    let frame: Int64?
}

/// The order is carried out.
struct TakeMarkResult: Sendable {
    let recording: String
    let edit: MarkerEdit
    let index: Int
    /// As they are now, in frames of the take.
    let markers: [Marker]
    let rate: Int
}
