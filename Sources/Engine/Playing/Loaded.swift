internal import Dictation
// Control loop only.
internal import Playback
internal import Storage

/// A recording that the playhead is, or can be put, in.
struct Loaded {
    /// What the reader knows it by.
    let id: UInt64
    let name: String
    /// As found: of the recording, not of what was decoded from it.
    let path: String
    /// What is read.
    var source: TimelineSource
    var info: SegmentInfo
    /// Frames there are; more and more, where it is still being recorded.
    var frames: Int64
    /// Of the timeline.
    var markers: [Marker] = []
    /// As the recording had them when it was opened.
    var title = ""
    var artist = ""

    var isGrowing: Bool { source.isGrowing }
    var rate: Int { info.rate }
    /// Timeline frame at which the take begins that is still being recorded.
    var takeStart: Int64 {
        guard case .take(let before, _, _) = source else { return 0 }
        return before.reduce(0) { $0 + $1.length }
    }
    var seconds: Double { Double(frames) / Double(rate) }
}
