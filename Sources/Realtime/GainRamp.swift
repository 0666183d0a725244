// Room: Realtime. JACK thread only.

/// Output gain per channel that moves in a straight line to its target in 20 ms, so that no change is heard as a step.
struct GainRamp {
    private(set) var current = Frame(repeating: 1)
    private var step = Frame.zero
    private var target = Frame(repeating: 1)
    private var remaining = 0
    private let rampFrames: Int

    init(rate: Int) { rampFrames = max(1, rate / 50) }

    @_noLocks @_noAllocation
    mutating func set(_ gain: Frame) {
        target = gain
        remaining = rampFrames
        step = (target - current) / Float(rampFrames)
    }

    /// Scales `count` samples in place. At rest and unity it touches nothing: playback is bit-exact.
    @_noLocks @_noAllocation
    mutating func apply(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
        var i = 0
        while i < count, remaining > 0 {
            current += step
            remaining -= 1
            if remaining == 0 { current = target }
            unsafe left[i] *= current[0]
            unsafe right[i] *= current[1]
            i += 1
        }
        guard current != Frame(repeating: 1) else { return }
        while i < count {
            unsafe left[i] *= current[0]
            unsafe right[i] *= current[1]
            i += 1
        }
    }
}
