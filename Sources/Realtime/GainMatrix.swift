// Output level and panning of playback. JACK thread only.

/// Linear gains from each channel of the recording to each output: left to left, right to left, left to right, right to
/// right. Gains ramp linearly to their targets in 20 ms, so no change is heard as a step.
struct GainMatrix {
    private let unity = SIMD4<Float>(1, 0, 0, 1)
    private var current = SIMD4<Float>(1, 0, 0, 1)
    private var step = SIMD4<Float>.zero
    private var target = SIMD4<Float>(1, 0, 0, 1)
    private var remaining = 0
    private let rampFrames: Int

    /// Makes a matrix at unity gain; `rate` in Hz.
    init(rate: Int) { rampFrames = max(1, rate / 50) }

    /// Begins a ramp to `levels`. A gain that is not finite counts as 0.
    @_noLocks @_noAllocation
    mutating func set(_ levels: SIMD4<Float>) {
        target = SIMD4(finite(levels[0]), finite(levels[1]), finite(levels[2]), finite(levels[3]))
        remaining = rampFrames
        step = (target - current) / Float(rampFrames)
    }

    /// Mixes `count` frames in place. At unity gain and without a ramp the samples stay bit-exact.
    @_noLocks @_noAllocation
    mutating func apply(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
        var i = 0
        while i < count, remaining > 0 {
            current += step
            remaining -= 1
            if remaining == 0 { current = target }
            unsafe mix(left + i, right + i)
            i += 1
        }
        guard current != unity else { return }
        while i < count {
            unsafe mix(left + i, right + i)
            i += 1
        }
    }

    @_noLocks @_noAllocation
    private func mix(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
        let l = unsafe left.pointee
        let r = unsafe right.pointee
        unsafe left.pointee = l * current[0] + r * current[1]
        unsafe right.pointee = l * current[2] + r * current[3]
    }
}
