// Times as people say them. Any thread; no I/O.

extension TimeSpan {
    /// A length of time in whole seconds, as people say it: `1 hour, 2 minutes and 10 seconds`, `20 minutes`, `0 seconds`.
    public static func spoken(_ seconds: Double) -> String {
        let whole = Int64(nearest: max(0, min(seconds, longestSeconds)))
        let parts = [("hour", whole / 3600), ("minute", whole / 60 % 60), ("second", whole % 60)].filter { $0.1 > 0 }
        let words = parts.map { name, count in count == 1 ? "1 \(name)" : "\(count) \(name)s" }
        guard let last = words.last else { return "0 seconds" }
        return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
    }
}
