// JACK thread only.

/// A linear gain on its way to another, in a straight line.
struct LevelRamp {
    private var current: Float = 0
    private var target: Float = 0
    private var step: Float = 0
    private var remaining = 0

    /// Nothing is heard, now and later.
    var isSilent: Bool {
        @_noLocks @_noAllocation get { current == 0 && remaining == 0 }
    }

    @_noLocks @_noAllocation
    mutating func set(_ level: Float, in frames: Int) {
        target = level
        remaining = frames
        step = (target - current) / Float(frames)
    }

    /// Goes on as if so many gains had been taken: time passes, whether there is a sound or not.
    @_noLocks @_noAllocation
    mutating func skip(_ frames: Int) {
        let count = min(frames, remaining)
        guard count > 0 else { return }
        remaining -= count
        current = remaining == 0 ? target : current + step * Float(count)
    }

    /// The gain of the next frame.
    @_noLocks @_noAllocation
    mutating func next() -> Float {
        guard remaining > 0 else { return current }
        remaining -= 1
        current = remaining == 0 ? target : current + step
        return current
    }
}
