// A checked change of markers with its results. Any thread; a value, no I/O.

/// A change of a list of markers: the edit, its line for a journal, and the list after it.
public struct MarkerChange: Sendable, Equatable {
    /// The edit.
    public let edit: MarkerEdit
    /// The edit as a line of a journal.
    public let line: [UInt8]
    /// The index where the marker is now, or was before its removal.
    public let index: Int
    /// All markers after the change.
    public let markers: [Marker]

    /// Applies an edit to markers. An edit of a marker that is not there changes nothing.
    public init(_ edit: MarkerEdit, of markers: [Marker]) {
        var changed = markers
        index = edit.apply(to: &changed) ?? 0
        self.edit = edit
        self.markers = changed
        line = edit.line
    }
}
