// JACK thread only: samples that are no numbers (NaN, infinite), and silence in their place.
//
// A single one in a sum or a filter makes everything after it the same: no sample crosses an edge of the engine unchecked.

/// The sample itself, or silence where it is no number.
@_noLocks @_noAllocation
func finite(_ sample: Float) -> Float { isFinite(sample) ? sample : 0 }

/// Costs one comparison of integers.
@_noLocks @_noAllocation
func isFinite(_ sample: Float) -> Bool { sample.bitPattern & 0x7fff_ffff < 0x7f80_0000 }

/// Counts the samples that are no numbers, one by one: called only where the meter has found such a sample.
@_noLocks @_noAllocation
func countNonFinite(_ samples: UnsafePointer<Float>, _ count: Int) -> Int {
    var found = 0
    for place in 0..<count where unsafe !isFinite(samples[place]) { found &+= 1 }
    return found
}

/// Puts silence in the place of what is no number, and says how often. All others stay as they are, bit for bit.
@_noLocks @_noAllocation
func silenceNonFinite(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    var found = 0
    for place in 0..<count where unsafe !isFinite(samples[place]) {
        unsafe samples[place] = 0
        found &+= 1
    }
    return found
}
