// The keys of one device, without repeats and bounces. One thread at a time; a value without a clock.

/// Turns the events of one device into presses and releases.
///
/// A press counts at once. A release counts once the key has been up for `settleTime`, so neither a bouncing contact nor a short
/// gap during a press is seen. All times are microseconds of one clock.
public struct PedalKeys: Sendable {
    /// Time for which a key must be up before its release counts, in microseconds.
    public static let settleTime: Int64 = 10_000
    /// An event older than this, or from the future, counts as of now, in microseconds.
    private static let longestDelay: Int64 = 2_000_000

    /// A pressed key.
    private struct Press {
        /// Time at which the contact opened; nil while it is closed.
        var opened: Int64?

        /// True if the contact has been open for the settle time.
        func isOver(at time: Int64) -> Bool {
            guard let opened else { return false }
            let (age, isUnknown) = time.subtractingReportingOverflow(opened)
            return isUnknown || age >= PedalKeys.settleTime
        }
    }

    /// Pressed keys by number.
    private var pressed: [Int: Press] = [:]

    /// Makes the state of a device without a pressed key.
    public init() {}

    /// The pressed keys, in order.
    public var held: [Int] { pressed.keys.sorted() }

    /// Takes an event that was read at `now`. Returns the changes that it makes: at most the end of an earlier press and a new
    /// one.
    public mutating func take(_ event: PedalEvent, now: Int64) -> [PedalChange] {
        let key = Int(event.code)
        guard event.type == PedalEvent.keyType, key <= PedalTrigger.highestKey else { return [] }
        let (age, isUnknown) = now.subtractingReportingOverflow(event.time)
        let time = !isUnknown && (0...Self.longestDelay).contains(age) ? event.time : now
        switch event.value {
        case 1:
            let before = pressed.updateValue(Press(), forKey: key)
            let press = PedalChange(key: key, isPressed: true)
            guard let before else { return [press] }
            return before.isOver(at: time) ? [PedalChange(key: key, isPressed: false), press] : []
        case 0:
            if let press = pressed[key], press.opened == nil { pressed[key] = Press(opened: time) }
            return []
        default: return []
        }
    }

    /// The releases that count at `now`.
    public mutating func turn(now: Int64) -> [PedalChange] {
        let over = pressed.filter { $0.value.isOver(at: now) }.keys.sorted()
        for key in over { pressed.removeValue(forKey: key) }
        return over.map { PedalChange(key: $0, isPressed: false) }
    }

    /// The time of the next call of `turn`; nil if no release is pending.
    public var deadline: Int64? {
        pressed.values.compactMap(\.opened).min().map { $0.addingReportingOverflow(Self.settleTime).partialValue }
    }

    /// Releases all keys, for a device that is gone.
    public mutating func releaseAll() -> [PedalChange] {
        defer { pressed = [:] }
        return held.map { PedalChange(key: $0, isPressed: false) }
    }
}
