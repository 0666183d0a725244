// A value; used by one thread.

/// Finds the whole pieces (pages, frames) of a stream that describes itself.
///
/// It goes on where it stopped, so that it can follow a file that grows. What is damaged in the middle is stepped over:
/// only what comes after the last whole piece is none of the stream.
protocol StreamScan {
    /// Where the last whole piece ends.
    var wholeEnd: Int64 { get }
    /// What is heard up to there.
    var frames: Int64 { get }
    /// A piece is never longer: what is longer than that behind the last one was not torn, but is something else.
    var longestPiece: Int64 { get }

    /// Looks at all that has come since the last time.
    mutating func advance(_ source: ByteSource) throws(StorageError)
}
