// The wait before a missing connection counts as removed. Control loop only; a value.
import System

/// The wait before a missing connection counts as removed by a person. A program that ends loses its connections first and its
/// ports a little later.
///
/// Looks of the control loop are counted, not clock time. An engine that was kept from running for a second has not yet heard
/// which ports went: libjack's thread needs its turn first.
struct ConnectionDoubt {
    /// Shortest time between two counted looks.
    static let milliseconds = 100
    /// Number of looks after which the doubt is over.
    private static let most = 5

    private var looks = 0
    private var last: Moment

    init(_ now: Moment) { last = now }

    /// Counts a look, at most one each tenth of a second. True after half a second of looks.
    mutating func isOver(_ now: Moment) -> Bool {
        guard now.seconds(since: last) * 1000 >= Double(ConnectionDoubt.milliseconds) else { return false }
        last = now
        looks += 1
        return looks >= ConnectionDoubt.most
    }
}
