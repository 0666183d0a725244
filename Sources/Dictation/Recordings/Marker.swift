// A value any thread may hold; no I/O.

/// A named point of a recording. It stands on one frame and goes where that frame goes.
public struct Marker: Sendable, Hashable {
    /// Of the timeline.
    public var frame: Int64
    public var name: String
    public var note: String
    /// When it was set, as ISO 8601 text in UTC; empty where that is not known.
    public var created: String
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    public init(frame: Int64, name: String = "", note: String = "", created: String = "") {
        self.frame = frame
        self.name = name
        self.note = note
        self.created = created
    }
}
