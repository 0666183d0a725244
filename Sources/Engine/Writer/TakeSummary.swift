// Result of a take. Any thread; a value.
internal import Dictation

/// Result of a take that is over.
struct TakeSummary: Sendable {
    /// Number of the take's request.
    let id: UInt64
    /// Path of the last segment.
    let path: String
    /// Name of the recording.
    let name: String
    /// True when the take went into an existing recording.
    let isPart: Bool
    /// Last segment; the only one when the server never went away.
    let segment: Segment
    /// Markers of `segment`, in its frames.
    let markers: [Marker]
    /// Parts of the take recorded before `segment`.
    let earlier: TakePart?
    /// Time of the last frame, in nanoseconds on the clock of `Telemetry.wallTime`.
    let leftAt: UInt64
    /// The recording with this segment included; nil when it could not be saved.
    let recording: Recording?
    /// Delivery as AAC, as requested: `isWanted` to make the AAC file, `isDiscarding` to have it replace the recorded file.
    let delivery: (isWanted: Bool, isDiscarding: Bool)
    /// Errors in the order in which they occurred; the file holds all frames before them.
    var troubles: [EngineError]

    /// All segments of the take in the order of recording.
    var segments: [Segment] { (earlier?.segments ?? []) + [segment] }

    /// Paths of all segments, which are in one folder.
    var paths: [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return segments.map { folder + $0.file }
    }

    /// Length of all segments in frames, at the rate of the recording.
    var frames: Int64 {
        let rate = recording?.rate ?? segments.first?.rate ?? segment.rate
        return segments.reduce(0) { $0 + $1.frames(at: rate) }
    }

    /// Length of all segments in seconds.
    var seconds: Double { segments.reduce(0) { $0 + Double($1.frames) / Double($1.rate) } }

    /// A copy with one more error.
    func with(trouble: EngineError) -> TakeSummary {
        var summary = self
        summary.troubles.append(trouble)
        return summary
    }
}
