// Room: Engine. Control loop.
internal import Control
internal import Dictation
internal import Storage

/// What a recording of the library is told as.
enum RecordingReport {
    static func fields(_ summary: RecordingSummary) -> Fields {
        [
            "name": .text(summary.name), "seconds": .double(summary.info.seconds), "frames": .int(summary.info.frames),
            "rate": .int(Int64(summary.info.rate)), "channels": .int(Int64(summary.info.channels)),
            "container": .text(summary.info.container), "bits": .text(summary.info.encoding),
            "bytes": .int(summary.bytes), "modified": .text(Timestamp(seconds: Int(summary.modified / 1_000_000_000)).iso8601),
            "path": .text(summary.path),
        ]
    }

    /// What the sidecar adds.
    static func details(_ recording: Recording) -> Fields {
        guard let data = recording.segments.first else { return ["created": .text(recording.created)] }
        var fields: Fields = [
            "created": .text(data.created), "start_frame": .int(Int64(UInt32(truncatingIfNeeded: data.startFrame))),
            "preroll_frames": .int(data.preRollFrames), "joints": .int(Int64(data.joints.count)),
            "gaps": .int(Int64(data.gaps.count)), "xruns": .int(Int64(data.xruns)),
            "end_reason": .text(data.endReason?.rawValue ?? ""),
        ]
        for (channel, peak) in zip(["left", "right"], data.peaks) {
            fields.append("peak_\(channel)_db", .double(Decibel.level(peak)))
        }
        return fields
    }
}
