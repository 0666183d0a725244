// Points of the A-B loop. Any thread; a value, no I/O.

/// The points of an A-B loop, in timeline frames; one of them may be missing.
public struct LoopPoints: Sendable, Hashable {
    /// Start of the loop.
    public var a: Int64?
    /// End of the loop: the first frame after it.
    public var b: Int64?

    /// Makes points; none by default.
    public init(a: Int64? = nil, b: Int64? = nil) {
        self.a = a
        self.b = b
    }

    /// The frame of the point that a reference names when no marker has that name: `@A`, `@B`. Nil for any other name, and for
    /// a point that is not set.
    func frame(of reference: MarkerReference) -> Int64? {
        switch reference.description {
        case "A", "a": a
        case "B", "b": b
        default: nil
        }
    }

    /// True if a place of a request is one of the points, unless a marker has that name.
    public func isNamed(by request: Request) -> Bool {
        [ParameterKey.at, .from, .until, .before].contains { key in
            guard case .marker(let marker)? = request.place(key) else { return false }
            return frame(of: marker) != nil
        }
    }
}
