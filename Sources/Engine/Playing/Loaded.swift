// The recording loaded for playing. Control loop only.
internal import Dictation
internal import Playback
internal import Player
internal import Storage

/// A recording that the playhead is in, or can be moved to.
struct Loaded {
    /// Number of the load, by which the reader knows it.
    let id: UInt64
    /// Name of the recording.
    var name: String
    /// Path of the recording's first file as found, also when a file decoded from it is played.
    var path: String
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
    /// Path of a file that is all that is heard, the recording's own or a rendered one; nil if there is none.
    var whole: String?
    /// Loop, rate, pitch and gains that the recording keeps; nil when it keeps none.
    var listening: Listening?
    /// Identity of the recording; unset for a file without a sidecar.
    var recordingID = Identifier.unset

    /// Number of the item of the queue; nil for a recording that was played by itself.
    var item: Int?

    /// True if this is that recording of the library, and no other one that has got its name.
    func isSame(_ recording: Recording) -> Bool {
        name == recording.name && (recordingID.isUnset || recordingID == recording.id)
    }

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
