// A marker inside an audio file. A value; any thread.

/// A named point of a segment, as cue points and chapters of other programs have it.
public struct SegmentMarker: Sendable, Hashable {
    /// Frame in the file.
    public var position: Int64
    /// Name of the marker; may be empty.
    public var name: String
    /// Free text beside the name; may be empty.
    public var note: String

    /// Makes a marker at a frame of the file.
    public init(position: Int64, name: String = "", note: String = "") {
        self.position = position
        self.name = name
        self.note = note
    }
}
