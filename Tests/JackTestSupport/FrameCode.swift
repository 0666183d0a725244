// Numbers frames in their samples. Any thread, the JACK thread included.

/// A code that writes a frame's number into its two samples, so that any lost, repeated or shifted frame is seen.
public enum FrameCode: UInt8, Sendable {
    /// 23 bits left, 9 bits right, in steps of 2^-23: exact in float and in 24 bits.
    case fine
    /// 15 bits left, 15 bits right, in steps of 2^-15: exact in 16 bits too.
    case coarse

    @_noLocks @_noAllocation
    public func encode(_ frame: UInt32) -> SIMD2<Float> {
        switch self {
        case .fine: SIMD2(Float(frame & 0x7f_ffff), Float(frame >> 23)) / 8_388_608
        case .coarse: SIMD2(Float(frame & 0x7fff), Float(frame >> 15 & 0x7fff)) / 32_768
        }
    }

    /// Frame number of a sample; nil when the sample is no code.
    public func decode(_ sample: SIMD2<Float>) -> UInt32? {
        let scaled = sample * (self == .fine ? 8_388_608 : 32_768)
        guard let low = UInt32(exactly: scaled[0]), let high = UInt32(exactly: scaled[1]) else { return nil }
        return self == .fine ? high << 23 | low : high << 15 | low
    }
}
