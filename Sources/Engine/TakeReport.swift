// Room: Engine. Control loop.
internal import Control
internal import Dictation

/// What a closed take is told as.
enum TakeReport {
    static func fields(_ summary: TakeSummary) -> Fields {
        let data = summary.segment
        var fields: Fields = [
            "path": .text(summary.path), "name": .text(summary.name), "frames": .int(data.frames),
            "seconds": .double(Double(data.frames) / Double(data.rate)), "bytes": .int(data.bytes),
            "start_frame": .int(Int64(UInt32(truncatingIfNeeded: data.startFrame))),
            "preroll_frames": .int(data.preRollFrames),
            "missed_frames": .int(lengths(data, .missed)), "lost_frames": .int(lengths(data, .lost)),
            "xruns": .int(Int64(data.xruns)), "end_reason": .text(data.endReason?.rawValue ?? ""),
        ]
        if let dropouts = data.dropouts {
            // The length of those that are listed.
            fields.append("dropouts", .int(Int64(data.dropoutCount + (summary.earlier?.dropouts ?? 0))))
            fields.append("dropout_frames", .int(dropouts.reduce(0) { $0 + $1.length }))
        }
        if data.inputLatency != 0 { fields.append("input_latency_frames", .int(data.inputLatency)) }
        if let earlier = summary.earlier {
            fields.append("segments", .int(Int64(earlier.count + 1)))
            fields.append("recorded_seconds", .double(earlier.seconds + Double(data.frames) / Double(data.rate)))
            fields.append("away_seconds", .double(earlier.awaySeconds))
        }
        for (channel, peak) in zip(["left", "right"], data.peaks) {
            fields.append("peak_\(channel)_db", .double(Decibel.level(peak)))
        }
        return fields
    }

    /// A take that something went wrong with is closed all the same, and yet whoever waits has to hear of it.
    static func result(_ summary: TakeSummary) -> Result<Fields, EngineError> {
        guard let trouble = summary.troubles.first else { return .success(fields(summary)) }
        return .failure(.takeEnded(path: summary.path, frames: summary.segment.frames, because: trouble.description))
    }

    private static func lengths(_ data: Segment, _ cause: Segment.Gap.Cause) -> Int64 {
        data.gaps.reduce(0) { $1.cause == cause ? $0 + $1.length : $0 }
    }
}
