// Control loop only: the end of a server's haste (J2).

/// A server that stood still and moves again may make up for it: PipeWire's clock goes by the wall, and all periods that were due
/// come as fast as they can be computed. How long nothing was heard is known when they are through: the latest period began
/// now, but those that still come lie before it in time.
///
/// Waiting for that costs a take nothing, the ring holds what comes. More than it holds, which comes at once after a standstill of
/// its length, nobody could write in time: it is accounted for as lost.
struct CatchUp {
    /// Seconds from one look to the next.
    private static let pause = 0.1
    private var look: (frame: Int64, wallTime: UInt64)?

    /// Whether periods come at their pace; false until it was seen twice. `frame` is `Telemetry.frame`, `wallTime` our own
    /// clock in nanoseconds, `rate` in Hz, `period` in frames.
    mutating func isOver(_ frame: Int64, at wallTime: UInt64, rate: Int, period: Int) -> Bool {
        guard let look else {
            self.look = (frame, wallTime)
            return false
        }
        let seconds = wallTime > look.wallTime ? Double(wallTime - look.wallTime) / 1e9 : 0
        guard seconds >= CatchUp.pause else { return false }
        self.look = (frame, wallTime)
        // A look sees whole periods, and a late one with them.
        return Double(frame - look.frame) <= 1.25 * seconds * Double(rate) + 2 * Double(period)
    }
}
