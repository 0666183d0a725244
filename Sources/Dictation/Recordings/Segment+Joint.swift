// A value any thread may hold; no I/O, no C.

extension Segment {
    /// A pause that was resumed: the file goes on where the world did not.
    public struct Joint: Sendable, Hashable {
        /// First file frame after the pause.
        public var position: Int64
        /// How many frames went by unrecorded.
        public var paused: Int64

        public init(position: Int64, paused: Int64) {
            self.position = position
            self.paused = paused
        }
    }
}
