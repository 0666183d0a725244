// A value any thread may hold; no I/O, no C.

extension Segment {
    /// Why a take is over. Only `stopped` and `ended` are what somebody asked for.
    public enum EndReason: String, Sendable, Hashable, CaseIterable {
        /// The user said stop.
        case stopped
        /// The length that was asked for is reached.
        case ended
        /// Free space fell below the reserve, or the disk refused more.
        case diskFull
        /// The disk failed.
        case writeError
        /// The JACK server went away.
        case serverGone
        /// The engine was told to quit while it recorded.
        case quit
        /// The engine or the machine died; the file was made whole afterwards.
        case interrupted
    }
}
