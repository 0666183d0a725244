// Result of a take. A value of any thread.
internal import Dictation

/// A take that is over.
struct TakeSummary: Sendable {
    let id: UInt64
    /// Path of the segment.
    let path: String
    /// The recording's.
    let name: String
    /// It went into a recording that was there.
    let isPart: Bool
    /// Last segment; the only one where the server did not go away.
    let segment: Segment
    /// In its frames.
    let markers: [Marker]
    /// Part of the take before this segment.
    let earlier: TakePart?
    /// Time at which the last frame came, on the clock of `Telemetry.wallTime`.
    let leftAt: UInt64
    /// As it is now, this segment included; nil where it could not be kept.
    let recording: Recording?
    /// As the request has it.
    let delivery: (isWanted: Bool, isDiscarding: Bool)
    /// Troubles on the way, in their order; the file holds all frames before them.
    var troubles: [EngineError]

    /// All of the take, in the order in which it was recorded.
    var segments: [Segment] { (earlier?.segments ?? []) + [segment] }

    /// Paths of all segments, which lie beside each other.
    var paths: [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return segments.map { folder + $0.file }
    }

    /// Frames of all segments, at the rate of the recording.
    var frames: Int64 {
        let rate = recording?.rate ?? segments.first?.rate ?? segment.rate
        return segments.reduce(0) { $0 + $1.frames(at: rate) }
    }

    /// Length of all segments.
    var seconds: Double { segments.reduce(0) { $0 + Double($1.frames) / Double($1.rate) } }

    func with(trouble: EngineError) -> TakeSummary {
        var summary = self
        summary.troubles.append(trouble)
        return summary
    }
}
