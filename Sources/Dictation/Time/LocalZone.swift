// Converts local times to seconds since 1970, and back. Any thread; a value, no clock.

/// The local time zone, by its distances from UTC.
public struct LocalZone {
    /// Distance of local time from UTC in seconds, positive to the east, at a time in seconds since 1970.
    private let offset: (Int) -> Int

    /// Makes a zone. `offset` gives the distance from UTC in seconds at a time in seconds since 1970.
    public init(offset: @escaping (Int) -> Int) { self.offset = offset }

    /// The local time at so many seconds since 1970.
    public func local(_ seconds: Int) -> CalendarTime { CalendarTime(count: seconds + offset(seconds)) }

    /// Seconds since 1970 of a local time. A time that comes twice is the first one, unless it says that it is the second. A time
    /// that is left out because clocks are set forward is as much later as they are set.
    public func seconds(of time: CalendarTime) -> Int {
        let before = offset(time.count - 86_400)
        let after = offset(time.count + 86_400)
        for distance in time.isSecond ? [after, before] : [before, after] where offset(time.count - distance) == distance {
            return time.count - distance
        }
        return time.count - before
    }

    /// The second one of a time that comes twice because clocks are set back; nil for any other time.
    func second(of time: CalendarTime) -> CalendarTime? {
        var second = time
        second.isSecond = true
        return seconds(of: second) > seconds(of: time) ? second : nil
    }

    /// Date and time. One that comes twice has its distance from UTC too: `2026-10-25 02:30:00 +02:00`.
    public func text(of time: CalendarTime) -> String {
        var first = time
        first.isSecond = false
        guard second(of: first) != nil else { return "\(time)" }
        let distance = time.count - seconds(of: time)
        let minutes = abs(distance) / 60
        let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(time) \(distance < 0 ? "-" : "+")\(digits)"
    }
}
