// Room: Realtime. JACK thread only: samples that are no numbers (NaN, infinite), and silence in their place.
//
// A single one in a sum or a filter makes everything after it the same: no sample crosses an edge of the engine unchecked.

/// The sample itself, or silence where it is no number.
@_noLocks @_noAllocation
func finite(_ sample: Float) -> Float { isFinite(sample) ? sample : 0 }

/// Costs one comparison of integers.
@_noLocks @_noAllocation
func isFinite(_ sample: Float) -> Bool { sample.bitPattern & 0x7fff_ffff < 0x7f80_0000 }

/// How many of `count` samples are no numbers. Eight at a time, and one by one only where there is such a sample.
@_noLocks @_noAllocation
func countNonFinite(_ samples: UnsafePointer<Float>, _ count: Int) -> Int {
    var highest = SIMD8<UInt32>.zero
    var i = 0
    while i &+ 8 <= count {
        let bits = unsafe UnsafeRawPointer(samples + i).loadUnaligned(as: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7fff_ffff)
        highest = highest.replacing(with: bits, where: bits .> highest)
        i &+= 8
    }
    var isClean = true
    for lane in 0..<8 where highest[lane] >= 0x7f80_0000 { isClean = false }
    while i < count {
        if unsafe !isFinite(samples[i]) { isClean = false }
        i &+= 1
    }
    guard !isClean else { return 0 }
    var found = 0
    for place in 0..<count {
        if unsafe !isFinite(samples[place]) { found &+= 1 }
    }
    return found
}

/// Puts silence in the place of what is no number, and says how often. All others stay as they are, bit for bit.
@_noLocks @_noAllocation
func silenceNonFinite(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    let found = unsafe countNonFinite(samples, count)
    guard found > 0 else { return 0 }
    for place in 0..<count { unsafe samples[place] = finite(samples[place]) }
    return found
}
