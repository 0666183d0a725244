// List of a library's audio files. Any thread; a value.

/// The audio files in a library's folder.
public struct LibraryListing: Sendable, Hashable {
    /// Readable files, newest first.
    public var recordings: [RecordingSummary] = []
    /// Files with an audio extension that cannot be read, sorted by path.
    public var unreadable: [Unreadable] = []

    /// Makes an empty list.
    public init() {}

    /// An unreadable file.
    public struct Unreadable: Sendable, Hashable {
        /// Path of the file.
        public let path: String
        /// Reason of the failure.
        public let reason: StorageError
    }
}
