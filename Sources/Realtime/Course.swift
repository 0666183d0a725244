// Records the recent path of the playhead. JACK thread only.

/// The recent path of the playhead through the timeline, kept for the length of the outputs' latency: the sound at the
/// loudspeaker left the callback some time ago, perhaps before the last jump.
///
/// A bend is a frame at which the playhead changed its path: a jump, another rate, a start or a stop. Five bends are kept.
struct Course {
    private struct Bend: BitwiseCopyable {
        /// Extended frame of the first sound on the new path.
        var frame: Int64 = .min
        /// Timeline frame that the old path would have reached at `frame`.
        var timeline = 0.0
        /// Timeline frames for each JACK frame before the bend.
        var step = 0.0
        /// Number of the locate that was played before the bend.
        var generation: UInt32 = 0
    }

    private var bends = InlineArray<5, Bend>(repeating: Bend())
    private var start: Int64 = .min
    private var timeline = 0.0
    private var generation: UInt32 = 0
    /// Timeline frames for each JACK frame since the last bend.
    private(set) var step = 0.0
    /// True from a bend until it is published.
    private var isChanged = true

    /// Moves the playhead on from `place` at extended `frame`, by `next` timeline frames for each JACK frame; 0 stands still.
    @_noLocks @_noAllocation
    mutating func go(at frame: Int64, from place: Double, step next: Double, _ locate: UInt32) {
        let expected = start == .min ? place : timeline + Double(frame &- start) * step
        if start != .min, next == step, locate == generation, abs(expected - place) < 0.01 { return }
        for index in 0..<4 { bends[index] = bends[index + 1] }
        bends[4] = Bend(frame: frame, timeline: expected, step: step, generation: generation)
        start = frame
        timeline = place
        step = next
        generation = locate
        isChanged = true
    }

    /// Publishes the bends for `PlayCourse`. A period without a new bend costs one comparison.
    @_noLocks @_noAllocation
    mutating func publish(_ page: borrowing SharedPage) {
        guard isChanged else { return }
        isChanged = false
        var words = InlineArray<16, UInt64>(repeating: 0)
        for index in 0..<5 {
            let bend = bends[index]
            words[3 * index] = UInt64(bitPattern: bend.frame)
            words[3 * index + 1] = bend.timeline.bitPattern
            words[3 * index + 2] = UInt64(Float(bend.step).bitPattern) | UInt64(bend.generation) << 32
        }
        words[15] = step.bitPattern
        page.publish(words)
    }
}
