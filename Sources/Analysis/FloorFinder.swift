// Finds the noise floor. A value; one thread at a time.
import Dictation
internal import System

/// The level that a tenth of all parts of 50 ms stays below, exact silence left out: breaks of a take and muted inputs are no
/// noise.
struct FloorFinder {
    /// Levels in a dB, and the lowest level.
    private static let (resolution, lowest) = (10.0, -200.0)

    private let length: Int
    private var filled = 0
    private var power = 0.0
    /// Parts of each level.
    private var counts = [Int](repeating: 0, count: 2500)
    private var total = 0

    init(rate: Int) { length = max(1, rate / 20) }

    /// Examines the next frame; the mean power of both channels counts.
    @inline(__always)
    mutating func add(_ frame: SIMD2<Float>) {
        let square = frame * frame
        power += Double(square.x + square.y) * 0.5
        filled += 1
        if filled == length { end() }
    }

    private mutating func end() {
        defer { (filled, power) = (0, 0) }
        // A file may hold samples that are no numbers.
        guard power > 0, power.isFinite else { return }
        let level = 10 * Mathematics.logarithm(power / Double(length))
        let place = ((level - Self.lowest) * Self.resolution).rounded(.down)
        counts[Int(max(0, min(Double(counts.count - 1), place)))] += 1
        total += 1
    }

    /// The noise floor in dB of full scale; silence without any sound.
    var level: Double {
        guard total > 0 else { return LoudnessFigures.silence }
        var left = total / 10
        for (index, count) in counts.enumerated() {
            left -= count
            if left < 0 { return LoudnessFigures.bounded(Self.lowest + (Double(index) + 0.5) / Self.resolution) }
        }
        return LoudnessFigures.silence
    }
}
