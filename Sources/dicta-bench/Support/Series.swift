// Figures of several rounds. Any thread; a value.

/// One figure in each of several rounds: its median, its lowest and its highest value.
struct Series {
    /// A value for each round; nil for a round without one.
    let values: [Double?]

    /// Takes one value for each round.
    init(_ values: [Double?]) { self.values = values }

    private var measured: [Double] { values.compactMap { $0 } }

    /// Median of all rounds with a value; nil if there is none.
    var median: Double? { measured.isEmpty ? nil : Median.of(measured) }
    /// The highest value.
    var highest: Double? { measured.max() }
    /// The sum of all values.
    var sum: Double { measured.reduce(0, +) }

    /// The median alone, with so many decimals or with three digits that count; "-" without a value.
    func middle(_ places: Int? = nil) -> String { Text.decimal(median, places ?? self.places) }

    /// The median with the lowest and the highest value in brackets, unless all print alike.
    func text(_ wanted: Int? = nil) -> String {
        let words = [median, measured.min(), measured.max()].map { Text.decimal($0, wanted ?? places) }
        return Set(words).count == 1 ? words[0] : "\(words[0]) (\(words[1]) to \(words[2]))"
    }

    /// Decimals that show three digits of the median, two at most.
    private var places: Int {
        let size = abs(median ?? 0)
        return size >= 100 ? 0 : size >= 10 ? 1 : 2
    }

    /// The ratio in each round that has both figures.
    static func / (one: Series, other: Series) -> Series {
        Series(
            zip(one.values, other.values).map { one, other in
                guard let one, let other, other != 0 else { return nil }
                return one / other
            })
    }

    /// The one with the lowest median; nil if none has a value.
    static func lowest(_ all: [Series]) -> Series? {
        all.filter { $0.median != nil }.min { ($0.median ?? 0) < ($1.median ?? 0) }
    }
}
