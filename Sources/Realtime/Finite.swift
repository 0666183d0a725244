// Finds samples that are not finite (NaN, infinite) and replaces them with silence. JACK thread only.
//
// One such sample in a sum or a filter spoils all later ones, so samples are checked at the engine's inputs and outputs.

/// Returns the sample, or silence when the sample is not finite.
@_noLocks @_noAllocation
func finite(_ sample: Float) -> Float { isFinite(sample) ? sample : 0 }

/// Returns true for a sample that is neither NaN nor infinite. Costs one integer comparison.
@_noLocks @_noAllocation
func isFinite(_ sample: Float) -> Bool { sample.bitPattern & 0x7fff_ffff < 0x7f80_0000 }

/// Counts the samples that are not finite, one by one. Called only after the meter has found one.
@_noLocks @_noAllocation
func countNonFinite(_ samples: UnsafePointer<Float>, _ count: Int) -> Int {
    var found = 0
    for place in 0..<count where unsafe !isFinite(samples[place]) { found &+= 1 }
    return found
}

/// Replaces samples that are not finite with silence and returns their number. All other samples stay bit-exact.
@_noLocks @_noAllocation
func silenceNonFinite(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    var found = 0
    for place in 0..<count where unsafe !isFinite(samples[place]) {
        unsafe samples[place] = 0
        found &+= 1
    }
    return found
}
