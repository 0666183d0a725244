// Control loop only.

/// The wait before a missing connection counts as removed by somebody. A program that ends gives up its connections first and its
/// ports a little later.
///
/// The wait is counted in looks of the control loop, not by the clock. An engine that was kept from running for a second has not
/// heard of the ports that went meanwhile: libjack's thread needs its turn first.
struct ConnectionDoubt {
    static let milliseconds = 100
    private static let most = 5

    private var looks = 0
    private var last: Moment

    init(_ now: Moment) { last = now }

    /// Counts a look, one in a tenth of a second at the most. True once half a second was waited.
    mutating func isOver(_ now: Moment) -> Bool {
        guard now.seconds(since: last) * 1000 >= Double(ConnectionDoubt.milliseconds) else { return false }
        last = now
        looks += 1
        return looks >= ConnectionDoubt.most
    }
}
