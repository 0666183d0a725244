// A word all rooms above share; any thread.

/// One sample of every channel: left in lane 0, right in lane 1. Full scale is ±1.
public typealias Frame = SIMD2<Float>
