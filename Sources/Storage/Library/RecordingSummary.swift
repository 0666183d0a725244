// Description of one audio file in a library. Any thread; a value.
public import System

/// One audio file in a list of the library, described from its header.
public struct RecordingSummary: Sendable, Hashable {
    /// Name of the file without its extension.
    public let name: String
    /// Path of the file.
    public let path: String
    /// Format and length.
    public let info: SegmentInfo
    /// True for a file that libsndfile reads from its beginning only: it is decoded before it is played.
    public let isSequential: Bool
    /// Size in bytes.
    public let bytes: Int64
    /// Time of the last change.
    public let modified: Timestamp

    /// Opens a file and reads its header. Any thread; blocks on the disk.
    init(path: String) throws(StorageError) {
        let status = try FileStatus(of: path)
        let reader = try SegmentReader(path: path, isSequential: true)
        (info, isSequential) = (reader.info, reader.isSequential)
        name = Library.baseName(ofPath: path)
        self.path = path
        bytes = status.bytes
        modified = status.modified
    }
}
