// Sums of counters that begin anew at times. Main thread only; a value.
import Dictation

/// Adds up counters of `status` over servers and processes: each begins at 0 with a new one.
struct Counters {
    private static let keys = ["xruns", "missed_frames", "lost_frames", "underruns"]
    private var earlier = [Int](repeating: 0, count: keys.count)
    private var last = [Int](repeating: 0, count: keys.count)

    /// The sums of xruns, missed frames, lost frames and underruns.
    mutating func sums(_ status: Fields) -> [Int] {
        let now = Self.keys.map { Int(status.count($0)) }
        // One that is lower than before has begun anew, and then all have.
        if zip(now, last).contains(where: <) { earlier = zip(earlier, last).map(+) }
        last = now
        return zip(earlier, now).map(+)
    }
}
