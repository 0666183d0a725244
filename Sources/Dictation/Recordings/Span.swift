// A value any thread may hold; no I/O.

/// A stretch of one segment file, in frames of the recording's rate: those of the file, but where that was made at another rate.
public struct Span: Sendable, Hashable, Codable {
    /// Name of the audio file, beside the recording's sidecar.
    public var segment: String
    public var first: Int64
    public var length: Int64

    /// Any thread. Negative frames and lengths are a caller's mistake.
    public init(segment: String, first: Int64 = 0, length: Int64) {
        precondition(first >= 0 && length >= 0, "a span lies inside its segment")
        self.segment = segment
        self.first = first
        self.length = length
    }

    /// The segment's frame after the last one.
    public var end: Int64 { first + length }

    /// Whether `next` goes on in the same file where this one ends: then no ear can tell them apart.
    func isFollowed(by next: Span) -> Bool { segment == next.segment && end == next.first }

    /// The part that lies in `range`, counted from the span's own start.
    func part(_ range: Range<Int64>) -> Span {
        Span(segment: segment, first: first + range.lowerBound, length: range.upperBound - range.lowerBound)
    }
}
