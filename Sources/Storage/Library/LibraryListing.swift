// A value any thread may hold.

/// What a library's folder holds.
public struct LibraryListing: Sendable, Hashable {
    /// Newest first.
    public var recordings: [RecordingSummary] = []
    /// Files that stand there as audio and cannot be read, each with its reason, by path.
    public var unreadable: [Unreadable] = []

    public init() {}

    public struct Unreadable: Sendable, Hashable {
        public let path: String
        public let reason: StorageError
    }
}
