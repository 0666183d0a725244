// Packed by the JACK thread, unpacked by any other.

/// The latest values of both meters, linear, full scale 1. Published 30 times a second.
public struct MeterReading: Sendable {
    public struct Place: Sendable {
        public let peak: Frame
        public let rms: Frame
        /// Highest peak of the last 1.5 s.
        public let held: Frame
    }

    public let input: Place
    public let output: Place
    /// Counts the publications: a reader that sees the same number has seen these values.
    public let count: UInt64
    /// Extended frame of the end of the measured window's period.
    public let frame: Int64

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

    @_noLocks @_noAllocation
    static func pack(_ frame: Frame) -> UInt64 {
        UInt64(frame[0].bitPattern) | UInt64(frame[1].bitPattern) << 32
    }
}
