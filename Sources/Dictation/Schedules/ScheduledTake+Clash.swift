// Overlaps of scheduled takes. Any thread; a value, no clock.

extension ScheduledTake {
    /// The first time at which one of both takes begins while the other is due; nil if there is none. Rules repeat after a week at
    /// most: no more than that is compared, from the later one of their next times on. Local times are compared, as if daylight
    /// saving did not change them.
    ///
    /// - Parameter lengths: in seconds; nil for a take without an end.
    public func clash(with other: ScheduledTake, lengths: (own: Double?, other: Double?)) -> CalendarTime? {
        guard let next, let otherNext = other.next else { return nil }
        let (length, otherLength) = (Self.whole(lengths.own), Self.whole(lengths.other))
        let start = max(next, otherNext)
        let end = start.later(days: 8)
        var time = first(after: start, length)
        var otherTime = other.first(after: start, otherLength)
        while let one = time, let two = otherTime, min(one, two) < end {
            if one.count + length <= two.count {
                time = rule.next(after: one)
            } else if two.count + otherLength <= one.count {
                otherTime = other.rule.next(after: two)
            } else {
                return max(one, two)
            }
        }
        return nil
    }

    /// The first of the coming times whose take is not over at `start`.
    private func first(after start: CalendarTime, _ length: Int) -> CalendarTime? {
        guard let next else { return nil }
        let weeks = rule.every == .once ? 0 : max(0, (start.count - length - next.count) / (7 * 86_400))
        var time: CalendarTime? = next.later(days: 7 * weeks)
        while let passed = time, passed.count + length <= start.count { time = rule.next(after: passed) }
        return time
    }

    /// A length in whole seconds; longer than any schedule for none.
    private static func whole(_ length: Double?) -> Int { Int(min(length ?? .infinity, 1e12).rounded(.up)) }
}
