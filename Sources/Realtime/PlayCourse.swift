// Recent path of the playhead. Packed by the JACK thread; any other thread may unpack it.

/// The recent path of the playhead, across jumps, changes of rate, starts and stops. See `Course`.
public struct PlayCourse: Sendable {
    private let words: InlineArray<16, UInt64>

    /// Reads the latest path. Any thread but JACK's.
    public init(_ page: borrowing SharedPage) { words = page.read() }

    /// Timeline frame that the callback rendered at an extended frame. Five bends are known; earlier frames are extrapolated.
    /// Nil when the frame belongs to a locate before `first`, and therefore to another recording.
    public func timeline(at frame: Int64, _ now: Telemetry, since first: UInt32) -> Double? {
        for index in 0..<5 {
            let bend = Int64(bitPattern: words[3 * index])
            guard frame < bend else { continue }
            let generation = UInt32(truncatingIfNeeded: words[3 * index + 2] >> 32)
            guard Int32(bitPattern: generation &- first) >= 0 else { return nil }
            let step = Double(Float(bitPattern: UInt32(truncatingIfNeeded: words[3 * index + 2])))
            return Double(bitPattern: words[3 * index + 1]) - Double(bend &- frame) * step
        }
        return now.timeline - Double(now.frame &- frame) * Double(bitPattern: words[15])
    }
}
