// Any thread; a value, no clock.

/// A length of time, a place counted from the start, or a step with its direction, as a user says it.
/// It stays in the unit that was said, since only the engine knows the rate that joins the two.
public enum TimeSpan: Sendable, Hashable {
    case seconds(Double)
    case frames(Int64)

    /// Longer than any take.
    public static let longestSeconds = 1_000_000_000.0

    /// More than `longestSeconds` have at any rate of a sound card; thousands of them are added without leaving 64 bits.
    public static let mostFrames: Int64 = 1_000_000_000_000_000

    /// The span in frames, rounded to the nearest; exact when the span was said in frames.
    /// NaN becomes zero, a longer span than `mostFrames` becomes so many: the sum of a place and a span cannot trap.
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

    /// The span in seconds, at most `longestSeconds` forward or back.
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
