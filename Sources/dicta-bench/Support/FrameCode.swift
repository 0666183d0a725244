// The coded test signal. Any thread, the JACK thread included.

/// A frame's number in its two samples, 23 bits left and 9 bits right: exact in float.
enum FrameCode {
    @_noLocks @_noAllocation
    static func encode(_ frame: UInt32) -> SIMD2<Float> {
        SIMD2(Float(frame & 0x7f_ffff), Float(frame >> 23)) / 8_388_608
    }

    /// Number of the frame; nil if the samples are no code.
    static func decode(_ left: Float, _ right: Float) -> UInt32? {
        guard let low = UInt32(exactly: left * 8_388_608), let high = UInt32(exactly: right * 8_388_608), low < 1 << 23,
            high < 1 << 9
        else { return nil }
        return high << 23 | low
    }
}
