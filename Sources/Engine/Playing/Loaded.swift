// The recording loaded for playing. Control loop only.
internal import Dictation
internal import Playback
internal import Storage

/// A recording that the playhead is in, or can be moved to.
struct Loaded {
    /// Number of the load, by which the reader knows it.
    let id: UInt64
    /// Name of the recording.
    let name: String
    /// Path of the recording's first file as found, also when a file decoded from it is played.
    let path: String
    /// Source that the reader reads.
    var source: TimelineSource
    /// Format and length of the source when it was opened.
    var info: SegmentInfo
    /// Length in timeline frames; grows while the take is being recorded.
    var frames: Int64
    /// Markers in timeline frames.
    var markers: [Marker] = []
    /// Title of the recording when it was opened.
    var title = ""
    /// Artist of the recording when it was opened.
    var artist = ""

    /// True while the take is still being recorded.
    var isGrowing: Bool { source.isGrowing }
    /// Sample rate of the timeline in Hz.
    var rate: Int { info.rate }
    /// Timeline frame at which a take still being recorded begins; 0 for other sources.
    var takeStart: Int64 {
        guard case .take(let before, _, _) = source else { return 0 }
        return before.reduce(0) { $0 + $1.length }
    }
    /// Length in seconds.
    var seconds: Double { Double(frames) / Double(rate) }
}
