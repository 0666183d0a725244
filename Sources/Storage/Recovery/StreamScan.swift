// The contract of the scans over FLAC, Ogg and MP3. A value; one owner; blocks on the disk.

/// Finds the whole pieces (pages or frames) of a stream that describes itself.
///
/// A scan continues where it stopped, so it can follow a growing file. Damage in the middle is skipped: only the data after the
/// last whole piece is not part of the stream.
protocol StreamScan {
    /// Offset after the last whole piece.
    var wholeEnd: Int64 { get }
    /// Length up to there, in frames.
    var frames: Int64 { get }
    /// Greatest length of a piece in bytes: longer data after the last piece is not a torn piece.
    var longestPiece: Int64 { get }

    /// Scans all bytes that were added since the last call.
    mutating func advance(_ source: ByteSource) throws(StorageError)
}
