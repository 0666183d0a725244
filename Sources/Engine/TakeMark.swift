// Room: Engine. Made by the control loop, owned by the writer thread.
internal import Dictation

/// What is asked of the markers of a take that runs.
struct TakeMark: Sendable {
    let id: UInt64
    var order: MarkerOrder
    /// Extended JACK frame that is meant, where no place is given.
    let frame: Int64?
}

/// What became of it.
struct TakeMarkResult: Sendable {
    let recording: String
    let edit: MarkerEdit
    let index: Int
    /// As they are now, in frames of the take.
    let markers: [Marker]
    let rate: Int
}
