// End of a take that may be on its way to be played. Control loop only.
internal import Dictation
internal import Playback
internal import Player
internal import Recorder
internal import Storage

/// A take that was closed while a load or a command that can lead into it was under way.
struct ClosedTake {
    /// Final length in timeline frames.
    let frames: Int64
    /// Result of the take; nil when it was dropped.
    let summary: TakeSummary?

    /// True when the take went into an existing recording, whose timeline has changed.
    var addsToRecording: Bool { summary?.addsToRecording ?? true }

    /// `target`, of which the take at `path` is the end, as a recording like any other.
    func complete(_ target: Loaded, path: String, after before: [FileSpan]) -> Loaded {
        var target = target
        let start = target.takeStart
        if let summary {
            target.whole = summary.wholePath
            // A description that could not be read was made anew, and may have another identity.
            if let recording = summary.recording { target.recordingID = recording.id }
            // The sidecar has the take's markers among those of the whole timeline.
            target.markers = summary.recording?.markers ?? target.markers + summary.markers.map { $0.moved(by: start) }
        }
        target.frames = start + frames
        let last = FileSpan(path: path, first: 0, length: frames, rate: before.first?.rate)
        target.source = before.isEmpty ? .file(path) : .spans(before + [last])
        return target
    }
}
