// One stereo sample, the unit of all audio data. Any thread; a value.

/// One sample of each channel: left in lane 0, right in lane 1. Full scale is ±1.
public typealias Frame = SIMD2<Float>
