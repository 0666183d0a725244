// Status fields of a closed take. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Recorder
internal import Storage
internal import System
internal import Threads

/// Describes a closed take, with every part that was recorded before and after a loss of the server.
enum TakeReport {
    /// Fields of the whole take: sums over its segments.
    static func fields(_ summary: TakeSummary) -> Fields {
        let segments = summary.segments
        let paths = summary.paths
        let first = segments.first ?? summary.segment
        var fields: Fields = [:]
        if let whole = summary.wholePath { fields.append("path", .text(whole)) }
        if paths.count == 1 { fields.append("segment_path", .text(paths[0])) }
        if let heard = summary.recording?.timeline.segments {
            fields.append("segment_paths", .list(heard.map(summary.path(of:))))
        }
        fields =
            fields + [
                "name": .text(summary.name), "frames": .int(summary.frames),
                "seconds": .double(summary.seconds), "bytes": .int(segments.reduce(0) { $0 + $1.bytes }),
                "start_frame": .int(Int64(UInt32(truncatingIfNeeded: first.startFrame))),
                "preroll_frames": .int(first.preRollFrames),
                "missed_frames": .int(lengths(segments, .missed)), "lost_frames": .int(lengths(segments, .lost)),
                "xruns": .int(segments.reduce(0) { $0 + Int64($1.xruns) }),
                "in_clips": .int(segments.reduce(0) { $0 + $1.clips }),
                "end_reason": .text(summary.segment.endReason?.rawValue ?? ""),
            ]
        if segments.contains(where: { $0.dropouts != nil }) {
            fields.append("dropouts", .int(segments.reduce(0) { $0 + Int64($1.dropoutCount) }))
            // Covers the listed dropouts only; the list has a maximum length.
            let listed = segments.flatMap { $0.dropouts ?? [] }
            fields.append("dropout_frames", .int(listed.reduce(0) { $0 + $1.length }))
        }
        // Figures of several files cannot be added up.
        if segments.count == 1, let loudness = first.loudness { fields = fields + loudness.fields }
        if let kilobits = summary.segment.kilobits { fields.append("bitrate", .int(Int64(kilobits))) }
        if let recording = summary.recording { fields.append("id", .text(recording.id.description)) }
        if !summary.segment.id.isUnset { fields.append("segment_id", .text(summary.segment.id.description)) }
        if first.inputLatency != 0 { fields.append("input_latency_frames", .int(first.inputLatency)) }
        if let earlier = summary.earlier {
            fields.append("paths", .list(paths))
            fields.append("segments", .int(Int64(segments.count)))
            fields.append("away_seconds", .double(earlier.awaySeconds))
        }
        for (channel, side) in ["left", "right"].enumerated() {
            let peaks = segments.compactMap { $0.peaks.count > channel ? $0.peaks[channel] : nil }
            if let peak = peaks.max() { fields.append("peak_\(side)_db", .double(Decibel.level(peak))) }
        }
        return fields
    }

    /// Answer for callers that wait for the end of the take. A take with an error is closed like any other, but its callers get
    /// the error.
    static func result(_ summary: TakeSummary) -> Result<Fields, EngineError> {
        guard let trouble = summary.troubles.first else { return .success(fields(summary) + warning(summary)) }
        // It tells itself where the sound is.
        if case .storage(let error) = trouble, error.isLossOfName { return .failure(trouble) }
        let paths = summary.paths.joined(separator: "', '")
        let unsure = Double(max(0, summary.unsureFrames)) / Double(max(1, summary.segment.rate))
        let (count, seconds) = summary.split ?? (recordings: 1, seconds: summary.seconds)
        return .failure(
            .takeEnded(path: paths, seconds: seconds, unsure: unsure, recordings: count, because: trouble.description))
    }

    /// A sentence for the user if the input has clipped; else nothing.
    private static func warning(_ summary: TakeSummary) -> Fields {
        let clips = summary.segments.reduce(0) { $0 + $1.clips }
        guard clips > 0 else { return [:] }
        let words = tr(
            clips, "the input clipped in '\(summary.name)': \(clips) sample at full scale; turn the input down",
            "the input clipped in '\(summary.name)': \(clips) samples at full scale; turn the input down")
        return ["warning": .text(words)]
    }

    /// The end of a take that nobody stopped, as a sentence.
    static func end(_ summary: TakeSummary) -> String {
        switch summary.segment.endReason {
        case .ended: tr("The take had ended by itself: its length was reached.")
        case .split: tr("The take had ended by itself: it was split.")
        case .diskFull: tr("The take had ended by itself: the disk is full.")
        case .writeError: tr("The take had ended by itself: the disk failed.")
        case .serverGone: tr("The take had ended by itself: the JACK server went away.")
        case .stopped: tr("The take had ended by itself: JACK's transport stopped.")
        case .quit, .interrupted, nil: tr("The take had ended by itself: the engine ended.")
        }
    }

    /// Total length in frames of the gaps with one cause.
    private static func lengths(_ segments: [Segment], _ cause: Segment.Gap.Cause) -> Int64 {
        segments.flatMap(\.gaps).reduce(0) { $1.cause == cause ? $0 + $1.length : $0 }
    }
}
