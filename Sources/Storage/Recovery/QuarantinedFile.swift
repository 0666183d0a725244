// A file in quarantine. A value; any thread.

/// A file that could not be read and lies in `_Corrupted/`.
public struct QuarantinedFile: Sendable, Hashable {
    /// Name of the file in quarantine.
    public var file: String
    /// Name that the file had in the library; as in quarantine when the reason is lost.
    public var original: String
    /// Name of the recording that the file belonged to, as far as its name tells.
    public var recording: String
    /// The reason in words; empty when it is lost.
    public var reason: String
    /// Time of the move, ISO 8601; empty when it is lost.
    public var moved: String
    /// Size in bytes.
    public var bytes: Int64
}
