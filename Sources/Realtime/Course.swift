// JACK thread only.

/// The way of the playhead through the timeline, kept for as long as the outputs' latency may ask for it: what leaves the
/// loudspeaker now left the callback some time ago, before the last jump perhaps.
///
/// A bend is a frame at which the playhead did not go on as it went: a jump, another rate, a start, a stop. Five are kept.
struct Course {
    private struct Bend: BitwiseCopyable {
        /// Extended frame of the first sound that went another way.
        var frame: Int64 = .min
        /// Timeline frame that would have come there.
        var timeline = 0.0
        /// Timeline frames for a frame of JACK's, before it.
        var step = 0.0
        /// The locate that was played before it.
        var generation: UInt32 = 0
    }

    private var bends = InlineArray<5, Bend>(repeating: Bend())
    private var start: Int64 = .min
    private var timeline = 0.0
    private var generation: UInt32 = 0
    /// Timeline frames for a frame of JACK's, since the last bend.
    private(set) var step = 0.0
    /// True from a bend until it is published.
    private var isChanged = true

    /// From extended `frame` on the playhead goes from `place` with `next` timeline frames a frame; 0 where it stands.
    @_noLocks @_noAllocation
    mutating func go(at frame: Int64, from place: Double, step next: Double, _ locate: UInt32) {
        let expected = start == .min ? place : timeline + Double(frame &- start) * step
        if start != .min, next == step, abs(expected - place) < 0.01 { return }
        for index in 0..<4 { bends[index] = bends[index + 1] }
        bends[4] = Bend(frame: frame, timeline: expected, step: step, generation: generation)
        start = frame
        timeline = place
        step = next
        generation = locate
        isChanged = true
    }

    /// Publishes the bends for `PlayCourse`. Most periods have no new bend and cost nothing.
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
