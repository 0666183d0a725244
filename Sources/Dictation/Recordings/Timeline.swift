// A timeline of spans. Any thread; a value, no I/O.

/// The audio of a recording as it plays: spans of segment files, one after the other.
///
/// Segment files are written once and never changed; recording, editing and undoing only move spans. Every operation takes
/// time by the number of spans. An edit adds two at most; an hour of dictation has dozens, not thousands.
public struct Timeline: Sendable, Hashable {
    /// Most frames of a timeline: far more than anybody records, and so few that sums of lengths never overflow.
    public static let longest: Int64 = 1 << 53

    /// The spans in order; none is empty, and no two neighbours could be one.
    public private(set) var spans: [Span] = []
    /// Length in frames.
    public private(set) var length: Int64 = 0

    /// Makes a timeline. Empty spans are left out, continuing ones are joined, and frames past `longest` are cut off.
    public init(_ spans: [Span] = []) {
        for span in spans { append(span) }
    }

    /// Adds a span at the end; frames past `longest` are cut off.
    public mutating func append(_ span: Span) {
        let span = span.part(0..<min(span.length, Self.longest - length))
        guard span.length > 0 else { return }
        length += span.length
        if let last = spans.last, last.isFollowed(by: span) {
            spans[spans.count - 1].length += span.length
        } else {
            spans.append(span)
        }
    }

    /// Adds a timeline at the end.
    public mutating func append(_ timeline: Timeline) {
        for span in timeline.spans { append(span) }
    }

    /// The part in `range`, clamped to the timeline.
    public func part(_ range: Range<Int64>) -> Timeline {
        var result = Timeline()
        var start: Int64 = 0
        for span in spans {
            let low = max(range.lowerBound, start)
            let high = min(range.upperBound, start + span.length)
            if low < high { result.append(span.part(low - start..<high - start)) }
            start += span.length
        }
        return result
    }

    /// The span that holds a frame of the timeline, with its segment and the frame there; nil past the end.
    public func place(of frame: Int64) -> (span: Int, segment: String, frame: Int64)? {
        guard frame >= 0 else { return nil }
        var start: Int64 = 0
        for (index, span) in spans.enumerated() {
            if frame < start + span.length { return (index, span.segment, span.first + frame - start) }
            start += span.length
        }
        return nil
    }

    /// The segments in use, each once, in the order of playback.
    public var segments: [String] {
        var seen: Set<String> = []
        return spans.map(\.segment).filter { seen.insert($0).inserted }
    }
}
