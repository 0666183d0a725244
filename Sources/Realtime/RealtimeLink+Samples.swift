// Samples of a period that are counted: clipped ones, and those that are not finite. JACK thread only.
internal import Synchronization

extension RealtimeLink {
    /// Replaces samples at the outputs that are not finite with silence and counts them: the last check before the ports.
    @_noLocks @_noAllocation
    func guardOutputs(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
        countBad(inputs: 0, outputs: unsafe silenceNonFinite(left, count) &+ silenceNonFinite(right, count))
    }

    /// Counts samples above full scale at the outputs.
    @_noLocks @_noAllocation
    func countClips(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) {
        var leftClips = 0
        var rightClips = 0
        for i in 0..<count {
            if unsafe abs(left[i]) > 1 { leftClips &+= 1 }
            if unsafe abs(right[i]) > 1 { rightClips &+= 1 }
        }
        guard leftClips &+ rightClips > 0 else { return }
        countClips(left: leftClips, right: rightClips)
    }

    /// Counts samples at full scale at the inputs.
    @_noLocks @_noAllocation
    func countInputClips(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) {
        var leftClips = 0
        var rightClips = 0
        for i in 0..<count {
            if unsafe abs(left[i]) >= fullScaleInput { leftClips &+= 1 }
            if unsafe abs(right[i]) >= fullScaleInput { rightClips &+= 1 }
        }
        countInputClips(left: leftClips, right: rightClips)
    }
}
