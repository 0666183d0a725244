// Joints: pauses inside a take. Any thread; a value, no I/O, no C.

extension Segment {
    /// A pause that was resumed: the file goes on without a break, while time went by.
    public struct Joint: Sendable, Hashable {
        /// First frame of the file after the pause.
        public var position: Int64
        /// Frames that went by unrecorded.
        public var paused: Int64
        /// Time of day of the first frame after the pause, in ISO 8601; nil when it is not known.
        public var time: String?

        /// Makes a joint.
        public init(position: Int64, paused: Int64, time: String? = nil) {
            self.position = position
            self.paused = paused
            self.time = time
        }
    }
}
