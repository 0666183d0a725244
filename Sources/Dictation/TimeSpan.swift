// Room: Dictation. Any thread; a value, no clock.

/// A length of time, or a place counted from the start, as a user says it.
/// It stays in the unit that was said, since only the engine knows the rate that joins the two.
public enum TimeSpan: Sendable, Equatable {
    case seconds(Double)
    case frames(Int64)

    /// Longer than any take; keeps `frames(rate:)` inside 64 bits at every rate.
    public static let longestSeconds = 1_000_000_000.0

    /// The span in frames, rounded to the nearest; exact when the span was said in frames.
    /// What is below zero becomes zero, what does not fit in 64 bits becomes the largest.
    public func frames(rate: Int) -> Int64 {
        switch self {
        case .frames(let count):
            return max(0, count)
        case .seconds(let seconds):
            let product = (seconds * Double(rate)).rounded()
            guard product > 0 else { return 0 }
            return Int64(exactly: product) ?? .max
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
