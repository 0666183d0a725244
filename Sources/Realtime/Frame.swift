// One stereo sample, the unit of all audio data. Any thread; a value.

/// One sample of each channel: left in lane 0, right in lane 1. Full scale is ±1.
public typealias Frame = SIMD2<Float>

/// Magnitude from which a sample of an input counts as clipped: the highest sample of a converter with 16 bits. A converter that
/// clips gives nothing above its full scale.
public var fullScaleInput: Float {
    @_noLocks @_noAllocation get { 1 - 0x1p-15 }
}
