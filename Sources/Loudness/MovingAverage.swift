// The average of the last values. A value; one thread at a time. No allocation after `init`.

/// The average of a fixed number of values; all are 1 at first.
struct MovingAverage {
    private var values: [Float]
    private var sum: Double
    private var place = 0

    init(_ count: Int) {
        values = Array(repeating: 1, count: max(1, count))
        sum = Double(values.count)
    }

    /// Adds a value in place of the oldest one, and gives the average.
    mutating func add(_ value: Float) -> Float {
        sum += Double(value) - Double(values[place])
        values[place] = value
        place = place + 1 == values.count ? 0 : place + 1
        return Float(sum / Double(values.count))
    }
}
