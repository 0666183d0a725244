// A marker. Any thread; a value, no I/O.
public import JSON

/// A named point of a recording. It belongs to one frame and moves with that frame.
public struct Marker: Sendable, Hashable {
    /// The marker's identity, which no change of it changes; unset before the sidecar has one.
    public var id = Identifier.unset
    /// Frame of the timeline, or of the audio file that has the marker.
    public var frame: Int64
    /// Name; may be empty.
    public var name: String
    /// Note; may be empty.
    public var note: String
    /// Time of its making, as ISO 8601 text in UTC; empty when unknown.
    public var created: String
    /// Keys of other programs in the sidecar.
    public var others: [JSONTree.Member] = []

    /// Makes a marker.
    public init(
        frame: Int64, name: String = "", note: String = "", created: String = "", id: Identifier = .unset
    ) {
        self.id = id
        self.frame = frame
        self.name = name
        self.note = note
        self.created = created
    }
}
