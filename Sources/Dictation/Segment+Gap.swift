// Room: Dictation. A value any thread may hold; no I/O, no C.

extension Segment {
    /// Frames that were due and never came; the file holds silence of the same length, so the timeline stays true.
    public struct Gap: Sendable, Hashable {
        public enum Cause: String, Sendable, Hashable {
            /// JACK skipped them: the frame time jumped.
            case missed
            /// They came, and the ring to the disk was full.
            case lost
        }

        /// First silent file frame.
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
