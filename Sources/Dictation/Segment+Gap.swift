// Room: Dictation. A value any thread may hold; no I/O, no C.

extension Segment {
    /// Frames that were due and never came. The file holds silence of the same length, so that the timeline stays true; only of
    /// those that fell between two segments it holds none.
    public struct Gap: Sendable, Hashable {
        public enum Cause: String, Sendable, Hashable {
            /// JACK skipped them: the frame time jumped.
            case missed
            /// They came, and the ring to the disk was full.
            case lost
            /// There was no JACK server, or it stood still: the segment goes on where the one before was cut off. By the clock.
            case away
        }

        /// First silent file frame; of what was away, the first file frame after it.
        public var position: Int64
        public var length: Int64
        public var cause: Cause

        public init(position: Int64, length: Int64, cause: Cause) {
            self.position = position
            self.length = length
            self.cause = cause
        }
    }
}
