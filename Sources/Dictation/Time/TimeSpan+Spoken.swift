// Times as people say them. Any thread; no I/O.
internal import Messages

extension TimeSpan {
    /// A length of time in whole seconds, as people say it: `1 hour, 2 minutes and 10 seconds`, `20 minutes`, `0 seconds`.
    public static func spoken(_ seconds: Double) -> String {
        let whole = Int64(nearest: max(0, min(seconds, longestSeconds)))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        var words: [String] = []
        if hours > 0 { words.append(tr(hours, "\(hours) hour", "\(hours) hours")) }
        if minutes > 0 { words.append(tr(minutes, "\(minutes) minute", "\(minutes) minutes")) }
        if rest > 0 || words.isEmpty { words.append(tr(rest, "\(rest) second", "\(rest) seconds")) }
        guard words.count > 1, let last = words.popLast() else { return words[0] }
        let head = words.joined(separator: ", ")
        return tr("\(head) and \(last)")
    }
}
