// Meter values. Packed by the JACK thread; any other thread may unpack them.

/// The latest values of both meters, linear, full scale 1. Published about 30 times a second.
public struct MeterReading: Sendable {
    /// Values of one stereo signal, linear.
    public struct Place: Sendable {
        /// Highest magnitude of the last 1/30 s.
        public let peak: Frame
        /// RMS of the last 0.1 s.
        public let rms: Frame
        /// Highest peak of the last 1.5 s.
        public let held: Frame
    }

    /// Values at the inputs.
    public let input: Place
    /// Values at the outputs.
    public let output: Place
    /// Number of the publication: the same number means the same values.
    public let count: UInt64
    /// Extended frame after the period in which the measured window ended.
    public let frame: Int64

    /// Reads the latest values. Any thread but JACK's.
    public init(_ page: borrowing SharedPage) {
        let words = page.read()
        func pair(_ i: Int) -> Frame {
            Frame(
                Float(bitPattern: UInt32(truncatingIfNeeded: words[i])),
                Float(bitPattern: UInt32(truncatingIfNeeded: words[i] >> 32)))
        }
        input = Place(peak: pair(0), rms: pair(1), held: pair(2))
        output = Place(peak: pair(3), rms: pair(4), held: pair(5))
        count = words[6]
        frame = Int64(bitPattern: words[7])
    }

    /// Packs the two samples of a frame into one word.
    @_noLocks @_noAllocation
    static func pack(_ frame: Frame) -> UInt64 {
        UInt64(frame[0].bitPattern) | UInt64(frame[1].bitPattern) << 32
    }
}
