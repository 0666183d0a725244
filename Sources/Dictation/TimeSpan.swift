// Room: Dictation. Any thread; a value, no clock.

/// A length of time, a place counted from the start, or a step with its direction, as a user says it.
/// It stays in the unit that was said, since only the engine knows the rate that joins the two.
public enum TimeSpan: Sendable, Hashable {
    case seconds(Double)
    case frames(Int64)

    /// Longer than any take; keeps `frames(rate:)` inside 64 bits at every rate.
    public static let longestSeconds = 1_000_000_000.0

    /// The span in frames, rounded to the nearest; exact when the span was said in frames.
    /// What is no number becomes zero, what does not fit in 64 bits the farthest that does.
    public func frames(rate: Int) -> Int64 {
        switch self {
        case .frames(let count):
            return count
        case .seconds(let seconds):
            let product = (seconds * Double(rate)).rounded()
            guard !product.isNaN else { return 0 }
            return Int64(exactly: product) ?? (product > 0 ? .max : .min)
        }
    }

    /// The span in seconds.
    public func seconds(rate: Int) -> Double {
        switch self {
        case .seconds(let seconds): seconds
        case .frames(let count): rate > 0 ? Double(count) / Double(rate) : 0
        }
    }
}
