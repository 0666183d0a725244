// Room: Engine. Control loop only.

/// The wait before a connection that went counts as taken away, and not as one of a program that is about to end.
///
/// Counted in looks of the control loop and not by the clock: an engine that was kept from running for a second has not heard of
/// the ports that went meanwhile, and libjack's thread needs its turn first.
struct PatchDoubt {
    static let milliseconds = 100
    private static let most = 5

    private var looks = 0
    private var last: Moment

    init(_ now: Moment) { last = now }

    /// Counts a look, one in a tenth of a second at the most. True once half a second was waited.
    mutating func isOver(_ now: Moment) -> Bool {
        guard now.seconds(since: last) * 1000 >= Double(PatchDoubt.milliseconds) else { return false }
        last = now
        looks += 1
        return looks >= PatchDoubt.most
    }
}
