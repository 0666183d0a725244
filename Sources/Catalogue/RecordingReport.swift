// Fields of recordings in replies. Any thread; no I/O.
import Dictation
import Storage
import System

/// Makes the fields of recordings.
enum RecordingReport {
    /// The fields of a recording in the index.
    static func fields(_ item: LibraryItem) -> Fields {
        var fields: Fields = [
            "name": .text(item.name), "seconds": .double(item.seconds), "frames": .int(item.frames),
            "rate": .int(Int64(item.rate)), "channels": .int(Int64(item.channels)), "container": .text(item.container),
            "bits": .text(item.encoding), "bytes": .int(item.bytes), "created": .text(item.created),
            "modified": .text(item.modified?.iso8601 ?? ""),
            "state": .text(state(item)), "title": .text(item.title), "artist": .text(item.artist),
            "tags": .text(item.tags.joined(separator: ", ")),
            "note": .text(item.note), "markers": .int(Int64(item.markers)), "segments": .int(Int64(item.segments)),
            "path": .text(item.path),
        ]
        if let frame = item.playPosition {
            fields.append("position_frames", .int(frame))
            if item.rate > 0 { fields.append("position_seconds", .double(Double(frame) / Double(item.rate))) }
        }
        if !item.problem.isEmpty { fields.append("problem", .text(item.problem)) }
        return fields
    }

    /// The state, which a running or abandoned take overrides.
    private static func state(_ item: LibraryItem) -> String {
        switch item.openness {
        case .closed: item.state.rawValue
        case .recording: "recording"
        case .leftOpen: "left open"
        }
    }

    /// The fields of an audio file from its header alone.
    static func fields(_ summary: RecordingSummary) -> Fields {
        [
            "name": .text(summary.name), "seconds": .double(summary.info.seconds), "frames": .int(summary.info.frames),
            "rate": .int(Int64(summary.info.rate)), "channels": .int(Int64(summary.info.channels)),
            "container": .text(summary.info.container), "bits": .text(summary.info.encoding),
            "bytes": .int(summary.bytes), "modified": .text(summary.modified.iso8601),
            "path": .text(summary.path),
        ]
    }

    /// The fields that the sidecar adds. `waveform` is the state of the peak files; nil if unknown.
    static func details(_ recording: Recording, waveform: Library.PeakState?) -> Fields {
        var fields: Fields = [
            "created": .text(recording.created), "state": .text(recording.state.rawValue), "title": .text(recording.title),
            "artist": .text(recording.artist), "tags": .text(recording.tags.joined(separator: ", ")),
            "note": .text(recording.note),
            "markers": .int(Int64(recording.markers.count)), "segments": .int(Int64(recording.segments.count)),
            "undo_steps": .int(Int64(recording.edits.undoable.count)),
        ]
        if !recording.delivered.isEmpty { fields.append("delivered", .text(recording.delivered)) }
        if let waveform { fields.append("waveform", .text(waveform.rawValue)) }
        if let frame = recording.playPosition {
            fields.append("position_frames", .int(frame))
            if recording.rate > 0 { fields.append("position_seconds", .double(Double(frame) / Double(recording.rate))) }
        }
        guard let first = recording.segments.first, let last = recording.segments.last else { return fields }
        fields.append("start_frame", .int(Int64(UInt32(truncatingIfNeeded: first.startFrame))))
        if let frame = first.transportFrame { fields.append("transport_frame", .int(frame)) }
        fields.append("preroll_frames", .int(first.preRollFrames))
        fields.append("joints", .int(Int64(recording.segments.reduce(0) { $0 + $1.joints.count })))
        fields.append("gaps", .int(recording.segments.reduce(0) { $0.boundedSum($1.gapCount) }))
        fields.append("xruns", .int(recording.segments.reduce(0) { $0.boundedSum(Int64($1.xruns)) }))
        let watched = recording.segments.filter { $0.dropouts != nil }
        if !watched.isEmpty { fields.append("dropouts", .int(watched.reduce(0) { $0.boundedSum(Int64($1.dropoutCount)) })) }
        if let bitRate = last.bitRate { fields.append("bitrate", .int(Int64(bitRate))) }
        if first.inputLatency != 0 { fields.append("input_latency_frames", .int(first.inputLatency)) }
        fields.append("end_reason", .text(last.endReason?.rawValue ?? ""))
        for (channel, side) in ["left", "right"].enumerated() {
            let peaks = recording.segments.compactMap { $0.peaks.count > channel ? $0.peaks[channel] : nil }
            if let peak = peaks.max() { fields.append("peak_\(side)_db", .double(Decibel.level(peak))) }
        }
        return fields
    }

    /// The fields of an imported file.
    static func imported(_ recording: Recording, from source: String, _ library: Library) -> Fields {
        let segment = recording.segments.first
        return [
            "name": .text(recording.name), "source": .text(source),
            "path": .text(segment.map { library.path(of: $0.file) } ?? ""),
            "seconds": .double(Double(recording.timeline.length) / Double(max(1, recording.rate))),
            "container": .text(segment?.container ?? ""), "rate": .int(Int64(recording.rate)),
            "bytes": .int(recording.bytes), "title": .text(recording.title), "markers": .int(Int64(recording.markers.count)),
        ]
    }

    /// One item for each marker.
    static func markers(_ recording: Recording) -> [Fields] {
        recording.markers.enumerated().map { MarkerReport.item($0, $1, recording.rate) }
    }
}
