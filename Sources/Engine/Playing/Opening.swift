// Control loop only.
internal import Dictation

/// A play of another recording, under way: from the name to the open file.
struct Opening {
    let id: UInt64
    /// As it was said, until it is found.
    var name: String
    var path = ""
    var source: TimelineSource?
    /// Where to begin, when it was said.
    let from: Place?
    /// Where it was left the last time.
    var remembered: Int64 = 0
    /// When to begin, in extended frames.
    let frame: Int64
    var markers: [Marker] = []
    var title = ""
    var artist = ""
    /// 0...1, while it is being decoded.
    var progress: Double?
    /// False: only to be there.
    var rolls = true
    /// Where the playhead was in another life of the engine.
    var place: Int64?
    let answer: Answer
}
