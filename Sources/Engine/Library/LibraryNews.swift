// Revision counter of the library. Control loop only; a value.

/// Counts changes of the library, so that subscribers can be told.
struct LibraryNews {
    /// Number of changes since the engine started.
    private(set) var revision: Int64 = 0
    /// Name of the recording that changed last; empty before the first change.
    private(set) var changed = ""

    /// Notes a change of this recording.
    mutating func note(_ name: String) {
        revision += 1
        changed = name
    }
}
