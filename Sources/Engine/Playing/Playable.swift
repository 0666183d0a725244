// Made by the library worker, read by the control loop.
internal import Dictation

/// A file that can be read from.
struct Playable: Sendable, Hashable {
    /// The recording's name.
    let name: String
    /// The file that was meant.
    let path: String
    /// What to read: that file, what was decoded from it, or what edits have made of it.
    let source: TimelineSource
    /// Where listening was left, in frames of what is heard, if that is known.
    let position: Int64?
    /// Of the timeline.
    var markers: [Marker] = []
    /// As the recording has them; empty where nobody gave any.
    var title = ""
    var artist = ""
}
