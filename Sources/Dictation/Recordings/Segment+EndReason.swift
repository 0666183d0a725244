// Reasons for the end of a take. Any thread; a value, no I/O, no C.

extension Segment {
    /// The reason that a take ended. Only `stopped`, `ended` and `split` were asked for.
    public enum EndReason: String, Sendable, Hashable, CaseIterable {
        /// The user stopped it.
        case stopped
        /// The requested length was reached.
        case ended
        /// A split: the sound goes on in the next recording.
        case split
        /// Free space fell below the reserve, or the disk refused more.
        case diskFull
        /// The disk failed.
        case writeError
        /// The JACK server was gone or stood still.
        case serverGone
        /// The engine was told to quit during the take.
        case quit
        /// The engine or the machine died; the file was repaired afterwards.
        case interrupted
    }
}
