// Detection of a server that catches up after a standstill (J2). Control loop only; a value.

/// Tells when a server that stood still has finished catching up.
///
/// PipeWire's clock follows wall-clock time: after a standstill all missed periods arrive as fast as they can be computed. The
/// length of the standstill is known only after they have passed: the newest period begins now, but the periods still to come
/// lie before it in time.
///
/// A take loses nothing by the wait, because the ring keeps the frames that come. If more frames come at once than the ring
/// holds, no writer could keep up, and they are counted as lost.
struct CatchUp {
    /// Seconds between two looks.
    private static let pause = 0.1
    /// Frame and clock at the last look; nil before the first.
    private var look: (frame: Int64, wallTime: UInt64)?

    /// True once periods arrive at their normal pace; needs at least two calls. `frame` is `Telemetry.frame`, `wallTime` the
    /// engine's own clock in nanoseconds, `rate` in Hz, `period` in frames.
    mutating func isOver(_ frame: Int64, at wallTime: UInt64, rate: Int, period: Int) -> Bool {
        guard let look else {
            self.look = (frame, wallTime)
            return false
        }
        let seconds = wallTime > look.wallTime ? Double(wallTime - look.wallTime) / 1e9 : 0
        guard seconds >= CatchUp.pause else { return false }
        self.look = (frame, wallTime)
        // Frames advance in whole periods, and one period may be late: two periods of tolerance.
        return Double(frame - look.frame) <= 1.25 * seconds * Double(rate) + 2 * Double(period)
    }
}
