// A value any thread may hold; no I/O.

/// What is heard when a recording plays: spans over segment files, one after the other.
///
/// Segment files are written once and never changed; recording, editing and undoing only move spans. Every operation costs
/// time in the number of spans, of which an edit makes two at most; an hour of dictation has dozens, not thousands.
public struct Timeline: Sendable, Hashable {
    /// The most frames that there are in one: far more than anybody records, and so few that sums of lengths never overflow.
    public static let longest: Int64 = 1 << 53

    /// In order, none empty, no two that one would do for.
    public private(set) var spans: [Span] = []
    /// Frames in all.
    public private(set) var length: Int64 = 0

    /// Any thread. Empty spans are left out, those that go on are joined, and what would be past `longest` is cut off.
    public init(_ spans: [Span] = []) {
        for span in spans { append(span) }
    }

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

    public mutating func append(_ timeline: Timeline) {
        for span in timeline.spans { append(span) }
    }

    /// The frames of `range`, which is cut to what there is.
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

    /// Frames where one span takes over from another that is not its continuation: where a player crossfades.
    public var joints: [Int64] {
        var place: Int64 = 0
        return spans.dropLast().map { span in
            place += span.length
            return place
        }
    }

    /// The span that holds timeline frame `frame`, and which of its segment's frames that is; nil past the end.
    public func place(of frame: Int64) -> (span: Int, segment: String, frame: Int64)? {
        guard frame >= 0 else { return nil }
        var start: Int64 = 0
        for (index, span) in spans.enumerated() {
            if frame < start + span.length { return (index, span.segment, span.first + frame - start) }
            start += span.length
        }
        return nil
    }

    /// Names of the segments it needs, each once, in the order in which they are first heard.
    public var segments: [String] {
        var seen: Set<String> = []
        return spans.map(\.segment).filter { seen.insert($0).inserted }
    }
}
