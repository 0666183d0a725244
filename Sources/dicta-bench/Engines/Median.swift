// Median of figures. Any thread.

/// Median of a list of numbers.
enum Median {
    /// The middle value, or the mean of the two; 0 for an empty list.
    static func of(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
