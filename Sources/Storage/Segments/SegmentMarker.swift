// A value any thread may hold.

/// A named point of a segment, as files of other programs know it too.
public struct SegmentMarker: Sendable, Hashable {
    /// File frame.
    public var position: Int64
    public var name: String
    public var note: String

    public init(position: Int64, name: String = "", note: String = "") {
        self.position = position
        self.name = name
        self.note = note
    }
}
