// Describes the file that a recording is flattened to. Any thread; values, no I/O.
import Dictation
import Storage

extension ExportFormat {
    /// A format that keeps each frame of a recording as it is heard: the container of the first take that is heard, if it is
    /// lossless, otherwise WAV, with the bits of the takes.
    init(flattening recording: Recording) {
        let heard = recording.segments(of: recording.timeline)
        let kinds = Set(heard.map(\.encoding))
        // Resampled audio fills more bits than its source.
        let isUntouched = heard.allSatisfy { $0.rate == recording.rate }
        let encoding: AudioFormat.SampleEncoding =
            !isUntouched || !kinds.isSubset(of: ["pcm16", "pcm24"]) ? .float : kinds == ["pcm16"] ? .pcm16 : .pcm24
        let own = heard.first.flatMap { AudioFormat.Container(rawValue: $0.container) } ?? .wav
        let isExact = own.isLossless && own.encodings.contains(encoding) && own.rates.contains(recording.rate)
        container = isExact ? own : .wav
        self.encoding = encoding
        (bitRate, sampleRate) = (nil, recording.rate)
    }
}

extension Recording {
    /// True if all takes have one channel.
    var isMono: Bool { segments.allSatisfy { $0.channels == 1 } }

    /// Cost of reading all files that are heard once.
    var readingCost: Double {
        segments(of: timeline).reduce(0) { sum, segment in
            sum + Double(max(0, segment.frames)) * FrameCost.reading(AudioFormat.Container(rawValue: segment.container))
        }
    }

    /// The segment that stands for the whole timeline: what is known of the takes, at the frames of the timeline.
    func flattened(as file: String, _ format: AudioFormat, peaks: [Float]) -> Segment {
        var result = Segment(file: file, created: created, format: format)
        result.id = .fresh()
        result.frames = timeline.length
        result.peaks = peaks
        var seen: Set<String> = []
        var start: Int64 = 0
        let segments = segmentsByFile
        for span in timeline.spans {
            defer { start += span.length }
            guard let segment = segments[span.segment] else { continue }
            if start == 0 {
                result.created = segment.created
                result.startFrame = segment.startFrame.addingReportingOverflow(UInt64(span.first)).partialValue
                result.transportFrame = segment.transportFrame.map { $0.boundedSum(span.first) }
                result.inputLatency = segment.inputLatency
            }
            result.endReason = segment.endReason
            if seen.insert(segment.file).inserted {
                result.xruns = Int(clamping: Int64(result.xruns).boundedSum(Int64(segment.xruns)))
                result.clips = result.clips.boundedSum(segment.clips)
            }
            // Places in a file of another rate would have to be rounded.
            guard segment.rate == rate else { continue }
            result.add(segment, span, at: start)
        }
        result.gaps.sort { $0.position < $1.position }
        return result
    }
}

extension Segment {
    /// Adds the pauses, gaps and dropouts of a part of another segment, which begins at a frame of this one.
    fileprivate mutating func add(_ other: Segment, _ span: Span, at start: Int64) {
        let place = { (position: Int64) in position - span.first + start }
        for joint in other.joints where joint.position > span.first && joint.position < span.end {
            joints.append(Joint(position: place(joint.position), paused: joint.paused, time: joint.time))
        }
        for gap in other.gaps where gap.position >= span.first && gap.position < span.end {
            var moved = gap
            moved.position = place(gap.position)
            moved.length = min(gap.length, span.end - gap.position)
            gaps.append(moved)
        }
        guard let all = other.dropouts else { return }
        for dropout in all where dropout.position >= span.first && dropout.position < span.end {
            dropouts =
                (dropouts ?? []) + [
                    Dropout(
                        position: place(dropout.position), length: min(dropout.length, span.end - dropout.position),
                        side: dropout.side)
                ]
            dropoutCount += 1
        }
        dropouts = dropouts ?? []
    }
}
