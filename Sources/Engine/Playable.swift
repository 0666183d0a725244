// Room: Engine. Made by the library worker, read by the control loop.
internal import Dictation
internal import Storage

/// A file that can be read from.
struct Playable: Sendable, Hashable {
    /// The recording's name.
    let name: String
    /// The file that was meant.
    let path: String
    /// The one to read: another only where the first had to be decoded.
    let audioPath: String
    /// Of the audio.
    let info: SegmentInfo
    /// Where listening was left, in frames of the audio, if that is known and still inside.
    let position: Int64?
    /// Of the timeline.
    var markers: [Marker] = []
}
