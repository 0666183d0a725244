// Times as users give them. Any thread; a value, no clock.

/// A length of time, a place counted from the start, or a step with its direction, as a user gives it. It stays in the unit
/// given: only the engine knows the sample rate that converts one to the other.
public enum TimeSpan: Sendable, Hashable {
    /// Seconds.
    case seconds(Double)
    /// Frames.
    case frames(Int64)

    /// The longest time in seconds; longer than any take.
    public static let longestSeconds = 1_000_000_000.0

    /// The longest time in frames: more than `longestSeconds` at the sample rate of any sound card, and small enough that the
    /// sum of thousands stays within 64 bits.
    public static let mostFrames: Int64 = 1_000_000_000_000_000

    /// The time in frames at `rate` frames a second, rounded to the nearest; exact when it was given in frames.
    /// NaN becomes 0, and the result is clamped to `mostFrames` in both directions: adding it to a place cannot trap.
    public func frames(rate: Int) -> Int64 {
        switch self {
        case .frames(let count):
            return max(-Self.mostFrames, min(count, Self.mostFrames))
        case .seconds(let seconds):
            let product = (seconds * Double(rate)).rounded()
            guard !product.isNaN else { return 0 }
            return Int64(max(-Double(Self.mostFrames), min(product, Double(Self.mostFrames))))
        }
    }

    /// The time in seconds, clamped to `longestSeconds` in both directions.
    public func seconds(rate: Int) -> Double {
        let seconds =
            switch self {
            case .seconds(let seconds): seconds
            case .frames(let count): rate > 0 ? Double(count) / Double(rate) : 0
            }
        guard !seconds.isNaN else { return 0 }
        return max(-Self.longestSeconds, min(seconds, Self.longestSeconds))
    }
}
