// Linear gain ramp. JACK thread only.

/// A linear gain that ramps to its target in a straight line.
struct LevelRamp: BitwiseCopyable {
    private var current: Float
    private var target: Float
    private var step: Float
    /// Frames to the end of the ramp; 0 without one.
    private(set) var remaining: Int

    /// Makes a gain that stands at `level`.
    @_noLocks @_noAllocation
    init(_ level: Float) {
        current = level
        target = level
        step = 0
        remaining = 0
    }

    /// True when the gain is 0 and no ramp is running.
    var isSilent: Bool {
        @_noLocks @_noAllocation get { current == 0 && remaining == 0 }
    }

    /// Begins a ramp to `level` (linear gain) over `frames` frames, at least 1.
    @_noLocks @_noAllocation
    mutating func set(_ level: Float, in frames: Int) {
        target = level
        remaining = frames
        step = (target - current) / Float(frames)
    }

    /// Advances the ramp by a number of frames without sound, because a ramp takes time even in silence.
    @_noLocks @_noAllocation
    mutating func skip(_ frames: Int) {
        let count = min(frames, remaining)
        guard count > 0 else { return }
        remaining -= count
        current = remaining == 0 ? target : current + step * Float(count)
    }

    /// Returns the gain of the next frame and advances the ramp.
    @_noLocks @_noAllocation
    mutating func next() -> Float {
        guard remaining > 0 else { return current }
        remaining -= 1
        current = remaining == 0 ? target : current + step
        return current
    }
}
