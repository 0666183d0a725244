// Estimate of the noise floor. A value; one thread at a time. No allocation after `init`.

/// Noise floor of a signal: the level that a tenth of the last eight seconds does not exceed. Speech pauses often enough
/// between its words for that, and steady noise becomes the floor after seven seconds.
struct NoiseFloor: Sendable {
    /// Number of hops in memory.
    static let memory = 800
    /// Hops before the floor is known.
    static let least = 25
    /// Levels per dB in the histogram.
    private static let resolution = 2.0
    /// Lowest level in dB that the histogram tells apart.
    private static let lowest = -110.0

    /// Level class of each hop in memory; a ring.
    private var levels = [UInt8](repeating: 0, count: NoiseFloor.memory)
    /// Hops in memory of each level class.
    private var counts = [Int](repeating: 0, count: 256)
    private var next = 0
    private var filled = 0

    /// The floor in dB; nil before a quarter of a second was heard.
    private(set) var level: Double?

    /// Adds the level of one hop in dB.
    mutating func add(_ level: Double) {
        let place = (level - NoiseFloor.lowest) * NoiseFloor.resolution
        let value = UInt8(max(0, min(255, place.rounded(.down))))
        if filled == NoiseFloor.memory { counts[Int(levels[next])] -= 1 } else { filled += 1 }
        levels[next] = value
        counts[Int(value)] += 1
        next = (next + 1) % NoiseFloor.memory
        guard filled >= NoiseFloor.least else { return }
        var left = filled / 10
        var index = 0
        while left >= counts[index], index < 255 {
            left -= counts[index]
            index += 1
        }
        self.level = NoiseFloor.lowest + (Double(index) + 0.5) / NoiseFloor.resolution
    }
}
