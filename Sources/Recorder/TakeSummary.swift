// Result of a take. Any thread; a value.
package import Dictation
package import Threads

/// Result of a take that is over.
package struct TakeSummary: Sendable {
    /// Number of the take's request.
    let id: UInt64
    /// Path of the last segment.
    package private(set) var path: String
    /// Name of the recording.
    package private(set) var name: String
    /// True when the take went into an existing recording.
    package let addsToRecording: Bool
    /// Last segment; the only one when the server never went away.
    package private(set) var segment: Segment
    /// Markers of `segment`, in its frames.
    package let markers: [Marker]
    /// Segments of the take recorded before `segment`.
    package private(set) var earlier: ClosedSegments?
    /// Time of the last frame, in nanoseconds on the clock of `Telemetry.wallTime`.
    package let leftAt: UInt64
    /// The recording with this segment included; nil when it could not be saved.
    package private(set) var recording: Recording?
    /// Delivery as AAC, as requested: `isWanted` to make the AAC file, `isDiscarding` to have it replace the recorded file.
    package let delivery: (isWanted: Bool, isDiscarding: Bool)
    /// Place of `segment` in the recording.
    let edit: JournalEntry.Edit
    /// Frames at the end of `segment` which the disk may not have, since it failed.
    package let unsureFrames: Int64
    /// Errors in the order in which they occurred; the file holds all frames before them but for `unsureFrames`.
    package var troubles: [EngineError]
    /// True when the take goes on in another recording, which begins with the next sound.
    package var goesOn = false
    /// Number and length of all parts of a take that was split, this one included; nil for others.
    package var split: (recordings: Int64, seconds: Double)?

    /// All segments of the take in the order of recording.
    package var segments: [Segment] { (earlier?.segments ?? []) + [segment] }

    /// Paths of all segments, which are in one folder.
    package var paths: [String] { segments.map { path(of: $0.file) } }

    /// Path of a file of the recording; most are in the folder of the take.
    package func path(of file: String) -> String {
        guard !file.hasBytes(first: "/"), let slash = path.lastIndex(ofByte: "/") else { return file }
        return path[..<path.utf8.index(after: slash)] + file
    }

    /// Path of the file that is all that is heard of the recording; nil if the recording is not exactly one file.
    package var wholePath: String? {
        // A take that could not be added to a recording is whole if it began one.
        guard let recording else { return addsToRecording || earlier != nil ? nil : path }
        return recording.wholeSegment.map { path(of: $0.file) }
    }

    /// Length of all segments in frames, at the rate of the recording.
    package var frames: Int64 {
        let rate = recording?.rate ?? segments.first?.rate ?? segment.rate
        return segments.reduce(0) { $0 + $1.frames(at: rate) }
    }

    /// Length of all segments in seconds.
    package var seconds: Double { segments.reduce(0) { $0 + Double($1.frames) / Double($1.rate) } }

    /// Timeline frames of the whole take in its recording, as far as the take was saved; nil if it was not.
    package var place: Range<Int64>? {
        guard let recording else { return nil }
        let length = recording.timeline.length
        let end =
            switch edit {
            case .append: length
            case .insert(let frame), .overwrite(let frame): min(length, frame + recording.span(of: segment).length)
            }
        return max(0, end - frames)..<end
    }

    /// The take of a renamed recording; `files` has the new name of each file by the old one.
    package func renamed(to newName: String, files: [String: String]) -> TakeSummary {
        func follow(_ segment: inout Segment) { segment.file = files[segment.file] ?? segment.file }
        var summary = self
        summary.name = newName
        follow(&summary.segment)
        summary.path = path(of: summary.segment.file)
        if var earlier {
            for index in earlier.segments.indices { follow(&earlier.segments[index]) }
            summary.earlier = earlier
        }
        summary.recording = recording?.renamed(to: newName, files: files)
        return summary
    }

    /// The take of a recording whose markers have changed; they are all of its markers, in timeline frames.
    package func marked(_ markers: [Marker]) -> TakeSummary {
        var summary = self
        if let timeline = recording?.timeline {
            summary.recording?.edits.arrangement = Arrangement(timeline, markers: markers)
        }
        return summary
    }

    /// The take with another reason for its end: its last part had no frame, and was discarded.
    package func ended(_ reason: Segment.EndReason) -> TakeSummary {
        var summary = self
        summary.segment.endReason = reason
        return summary
    }

    /// A copy with one more error.
    package func with(trouble: EngineError) -> TakeSummary {
        var summary = self
        summary.troubles.append(trouble)
        return summary
    }
}
