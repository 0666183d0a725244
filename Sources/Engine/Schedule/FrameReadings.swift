// JACK's frame by the clock of the machine, from several readings. A value; no I/O.
internal import Dictation

/// The frame at the inputs by the greatest of several readings of one client: a server that is late for a moment tells a frame too low,
/// and a take that is ordered by it alone begins before its time.
struct FrameReadings {
    /// Frames per second.
    let rate: Int
    /// Greatest distance of JACK's frames from those of the clock; nil before the first reading.
    private var distance: Double?

    init(rate: Int) { self.rate = rate }

    /// Takes a reading: the frame at the inputs at a time in nanoseconds.
    mutating func note(_ frame: Int64, at nanoseconds: UInt64) {
        let found = Double(frame) - frames(nanoseconds)
        distance = max(distance ?? found, found)
    }

    /// The first frame that is not before a time in nanoseconds; nil without a reading.
    func frame(at nanoseconds: UInt64) -> Int64? { distance.map { Int64(nearest: ($0 + frames(nanoseconds)).rounded(.up)) } }

    private func frames(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 * Double(rate) }
}
