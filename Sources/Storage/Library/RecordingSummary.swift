// A value any thread may hold.

/// One line of the library: what a recording is, as its audio file says.
public struct RecordingSummary: Sendable, Hashable {
    /// The file's name without its extension.
    public let name: String
    public let path: String
    public let info: SegmentInfo
    public let bytes: Int64
    /// Last change of the audio.
    public let modified: Timestamp

    /// Any thread; blocks on the disk. Opens the file for its header.
    init(path: String) throws(StorageError) {
        let status = try FileStatus(of: path)
        info = try SegmentReader(path: path).info
        name = Library.baseName(ofPath: path)
        self.path = path
        bytes = status.bytes
        modified = status.modified
    }
}
