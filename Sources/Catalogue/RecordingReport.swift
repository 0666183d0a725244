// Fields of recordings in replies. Any thread; no I/O.
import Dictation
internal import Messages
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
            "tags": .list(item.tags),
            "note": .text(item.note), "markers": .int(Int64(item.markers)), "segments": .int(Int64(item.segments)),
        ]
        if !item.path.isEmpty { fields.append("path", .text(item.path)) }
        if let frame = item.playPosition {
            fields.append("position_frames", .int(frame))
            if item.rate > 0 { fields.append("position_seconds", .double(Double(frame) / Double(item.rate))) }
        }
        if !item.problem.isEmpty { fields.append("problem", .text(item.problem)) }
        if !item.id.isUnset { fields.append("id", .text(item.id.description)) }
        if let kilobits = item.kilobits { fields.append("bitrate", .int(Int64(kilobits))) }
        if let line = item.spoken.first {
            if item.rate > 0 { fields.append("said_seconds", .double(Double(line.frame) / Double(item.rate))) }
            fields.append("said", .text(line.text))
        }
        fields.append("favourite", .flag(item.isFavourite))
        return fields + own(item.fields)
    }

    /// The state, which a running or abandoned take overrides.
    static func state(_ item: LibraryItem) -> String {
        switch item.openness {
        case .closed: item.state.rawValue
        case .recording: "recording"
        case .leftOpen: "left open"
        }
    }

    /// Own keys: `field.room` for the key `room`.
    private static func own(_ own: [OwnField]) -> Fields {
        Fields(own.map { Field("field.\($0.key)", .text($0.text)) })
    }

    /// The fields of an audio file from its header alone.
    static func fields(_ summary: RecordingSummary) -> Fields {
        var fields: Fields = [
            "name": .text(summary.name), "seconds": .double(summary.info.seconds), "frames": .int(summary.info.frames),
            "rate": .int(Int64(summary.info.rate)), "channels": .int(Int64(summary.info.channels)),
            "container": .text(summary.info.container), "bits": .text(summary.info.encoding),
            "bytes": .int(summary.bytes), "modified": .text(summary.modified.iso8601),
            "path": .text(summary.path),
        ]
        let info = summary.info
        var segment = Segment(
            file: "", created: "", container: info.container, encoding: info.encoding, rate: info.rate, channels: info.channels)
        (segment.frames, segment.bytes) = (info.frames, summary.bytes)
        if let kilobits = segment.kilobits { fields.append("bitrate", .int(Int64(kilobits))) }
        return fields
    }

    /// The fields that the sidecar adds. `waveform` is the state of the peak files; nil if unknown. Peaks, losses and pauses are
    /// those of the takes that are heard.
    static func details(_ recording: Recording, waveform: Library.PeakState?, in library: Library) -> Fields {
        var fields: Fields = [
            "created": .text(recording.created), "state": .text(recording.state.rawValue), "title": .text(recording.title),
            "artist": .text(recording.artist), "tags": .list(recording.tags),
            "note": .text(recording.note),
            "markers": .int(Int64(recording.markers.count)), "segments": .int(Int64(recording.segments.count)),
            "undo_steps": .int(Int64(recording.edits.undoable.count)), "id": .text(recording.id.description),
            "favourite": .flag(recording.isFavourite),
        ]
        fields = fields + own(recording.fields)
        if !recording.delivered.isEmpty {
            fields.append("delivered", .text(recording.delivered))
            let mark = recording.deliveredMark
            if !mark.isEmpty { fields.append("delivered_state", .text(mark == recording.timelineMark ? "current" : "stale")) }
        }
        if let waveform { fields.append("waveform", .text(waveform.rawValue)) }
        if let frame = recording.place {
            fields.append("position_frames", .int(frame))
            if recording.rate > 0 { fields.append("position_seconds", .double(Double(frame) / Double(recording.rate))) }
        }
        guard let first = recording.segments.first, let last = recording.segments.last else { return fields }
        fields.append("start_frame", .int(Int64(UInt32(truncatingIfNeeded: first.startFrame))))
        if let frame = first.transportFrame { fields.append("transport_frame", .int(frame)) }
        fields.append("preroll_frames", .int(first.preRollFrames))
        let heard = recording.segments(of: recording.timeline)
        fields.append("joints", .int(Int64(heard.reduce(0) { $0 + $1.joints.count })))
        fields.append("gaps", .int(heard.reduce(0) { $0.boundedSum($1.gapCount) }))
        fields.append("breaks", .list(recording.breaks.map(\.line)))
        fields.append("xruns", .int(heard.reduce(0) { $0.boundedSum(Int64($1.xruns)) }))
        fields.append("in_clips", .int(heard.reduce(0) { $0.boundedSum($1.clips) }))
        let watched = heard.filter { $0.dropouts != nil }
        if !watched.isEmpty { fields.append("dropouts", .int(watched.reduce(0) { $0.boundedSum(Int64($1.dropoutCount)) })) }
        // Figures of a file say nothing about a timeline that has more or less than the file.
        if let loudness = recording.wholeSegment?.loudness { fields = fields + loudness.fields }
        if let analysis = recording.analysis {
            fields.append("analysis", .text(analysis.isCurrent(for: recording) ? "current" : "stale"))
        }
        if let prompt = recording.prompt { fields.append("prompt", .text(prompt)) }
        if let sheet = recording.sheet {
            fields.append("sheet", .text(sheet))
            fields.append("answers", .int(Int64(recording.answeredQuestions.count)))
        }
        if let preset = last.preset { fields.append("preset", .text(preset)) }
        if let kilobits = recording.segments.kilobits { fields.append("bitrate", .int(Int64(kilobits))) }
        if first.inputLatency != 0 { fields.append("input_latency_frames", .int(first.inputLatency)) }
        fields.append("end_reason", .text(last.endReason?.rawValue ?? ""))
        let peaks = library.heardPeaks(of: recording)
        for (channel, side) in ["left", "right"].enumerated() {
            if channel < peaks.count { fields.append("peak_\(side)_db", .double(Decibel.level(peaks[channel]))) }
        }
        return fields
    }

    /// The files of a recording: `path` only if one file is all that is heard, and `segment_paths` with each file that is heard,
    /// in the order of playback, one a line. Any file of an edited recording is only a part of it.
    static func files(_ recording: Recording, _ library: Library) -> Fields {
        var fields: Fields = [:]
        if let whole = recording.wholeSegment { fields.append("path", .text(library.path(of: whole.file))) }
        let paths = recording.timeline.segments.map(library.path)
        fields.append("segment_paths", .list(paths))
        return fields
    }

    /// The fields of an imported file. `isNamed` is true if the request named the recording.
    ///
    /// A file that takes much more room than its source gets a hint, and one with another name than its source a note of it.
    static func imported(
        _ recording: Recording, from source: String, isNamed: Bool, bytes: Int64, _ library: Library
    ) -> Fields {
        let segment = recording.segments.first
        var fields: Fields = [
            "name": .text(recording.name), "source": .text(source),
            "path": .text(segment.map { library.path(of: $0.file) } ?? ""),
            "seconds": .double(Double(recording.timeline.length) / Double(max(1, recording.rate))),
            "container": .text(segment?.container ?? ""), "rate": .int(Int64(recording.rate)),
            "bytes": .int(recording.bytes), "source_bytes": .int(bytes), "title": .text(recording.title),
            "markers": .int(Int64(recording.markers.count)),
        ]
        if !isNamed, let words = otherName(recording.name, than: source, library) { fields.append("name_hint", .text(words)) }
        let factor = Double(recording.bytes) / Double(max(1, bytes))
        if factor >= 2, segment?.isReference == false {
            let times = factor < 10 ? Double(Int(factor * 10)) / 10 : factor.rounded()
            let words = tr(
                "\(recording.name) takes \(times) times the room of \(source), since its sound was decoded to FLAC;"
                    + " to leave the file in its place and only refer to it, import it with --reference")
            fields.append("hint", .text(words))
        }
        return fields
    }

    /// The sentence that tells why a recording has another name than its file; nil if it has the same.
    private static func otherName(_ name: String, than source: String, _ library: Library) -> String? {
        let own = Library.name(ofPath: source)
        guard name != own else { return nil }
        guard Library.legalName(from: own) == own else {
            let most = Library.longestName
            return tr(
                most,
                "\(source) is called \"\(name)\" here: a name has at most \(most) byte of UTF-8, no control characters, no dot"
                    + " at the beginning, no blanks at its ends and no .diary or .transcript as its ending",
                "\(source) is called \"\(name)\" here: a name has at most \(most) bytes of UTF-8, no control characters, no dot"
                    + " at the beginning, no blanks at its ends and no .diary or .transcript as its ending")
        }
        guard !Library.isThere(library.path(of: own)) else {
            let other = library.path(of: own)
            return tr("\(source) is called \"\(name)\" here, since \(other) is a file of another recording")
        }
        return tr("\(source) is called \"\(name)\" here, since another recording has its name")
    }

    /// One item for each marker.
    static func markers(_ recording: Recording) -> [Fields] {
        recording.markers.enumerated().map { MarkerReport.item($0, $1, recording.rate) }
    }
}
