// The take in progress, as the player reads it. Control loop only.
internal import Dictation
internal import Playback

/// The take being recorded, described for playing it at the same time.
struct ChaseTake {
    /// Name of the recording.
    let name: String
    /// Path of the take's audio file.
    let path: String
    /// Path of the recording: its first audio file.
    let home: String
    /// Markers of the timeline before the take.
    let markers: [Marker]
    /// Spans of the timeline before the take; empty when the take begins the recording.
    let before: [FileSpan]
    /// Frames of the take that can already be read from the file, at the rate of `before` (of the take when `before` is empty).
    let frames: Int64
    /// Identity of the recording.
    let recordingID: Identifier

    /// True if a text names the recording: by its name, or by its identity or the beginning of it.
    func isMeant(by text: String) -> Bool { text == name || Identifier.Beginning(text)?.fits(recordingID) == true }
}
