// Room: Engine. Made by the writer thread, read by the control loop.
internal import Dictation

/// What became of a take.
struct TakeSummary: Sendable {
    let id: UInt64
    let path: String
    /// The recording's.
    let name: String
    /// It went into a recording that was there.
    let isPart: Bool
    /// What was recorded.
    let segment: Segment
    /// In its frames.
    let markers: [Marker]
    /// What the take had recorded before this segment.
    let earlier: TakePart?
    /// When the last frame came, on the clock of `Telemetry.wallTime`.
    let leftAt: UInt64
    /// As it is now, this segment included; nil where it could not be kept.
    let recording: Recording?
    /// As the request has it.
    let delivery: (isWanted: Bool, isDiscarding: Bool)
    /// What went wrong on the way, in the order it did; the file holds all that came before.
    var troubles: [EngineError]

    func with(trouble: EngineError) -> TakeSummary {
        var summary = self
        summary.troubles.append(trouble)
        return summary
    }
}
