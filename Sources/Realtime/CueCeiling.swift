// Highest level of the cues. JACK thread only.

/// Keeps the sum of all cues at or below a level: several cues at one time must not become louder than the user asked for.
///
/// The gain falls within the frame that is too loud, and recovers in about 50 ms. Below the ceiling the sound is untouched.
struct CueCeiling {
    /// Highest magnitude of a sample: -6 dBFS unless the user asked for more.
    var level: Float = 0.501_187_2
    private var gain: Float = 1
    private let recovery: Float

    /// Makes a ceiling; `rate` in Hz.
    init(rate: Int) { recovery = 1 / Float(max(1, rate / 20)) }

    /// Recovers during frames without a cue.
    @_noLocks @_noAllocation
    mutating func skip(_ frames: Int) { gain = min(1, gain + recovery * Float(frames)) }

    /// Limits one frame.
    @_noLocks @_noAllocation
    mutating func limit(_ frame: Frame) -> Frame {
        let peak = max(abs(frame[0]), abs(frame[1]))
        if peak * gain > level { gain = level / peak }
        let result = frame * gain
        gain = min(1, gain + recovery)
        // Rounding of the division may leave a sample one step above the ceiling.
        return result.clamped(lowerBound: Frame(repeating: -level), upperBound: Frame(repeating: level))
    }
}
