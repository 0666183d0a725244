// A span of a timeline. Any thread; a value, no I/O.

/// A part of one segment file, in frames at the recording's rate, which is the file's own unless it was made at another rate.
public struct Span: Sendable, Hashable, Codable {
    /// The file name of the segment.
    public var segment: String
    /// First frame in the segment.
    public var first: Int64
    /// Length in frames.
    public var length: Int64

    /// Makes a span. Negative frames and lengths are a caller's mistake and trap.
    public init(segment: String, first: Int64 = 0, length: Int64) {
        precondition(first >= 0 && length >= 0, "a span lies inside its segment")
        self.segment = segment
        self.first = first
        self.length = length
    }

    /// The frame of the segment after the last one.
    public var end: Int64 { first + length }

    /// True when `next` continues in the same file where this span ends: no ear can tell them apart.
    func isFollowed(by next: Span) -> Bool { segment == next.segment && end == next.first }

    /// The part in `range`, counted from the start of the span.
    func part(_ range: Range<Int64>) -> Span {
        Span(segment: segment, first: first + range.lowerBound, length: range.upperBound - range.lowerBound)
    }
}
