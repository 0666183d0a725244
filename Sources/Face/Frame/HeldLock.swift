// The key or mouse button that is held to unlock. Any thread; a value.

/// Counts how long the lock's key, or the mouse on it, is held. A key repeats while it is held; the mouse tells its release.
struct HeldLock: Sendable, Equatable {
    /// A change of the hold.
    enum Change: Sendable {
        /// Nothing to tell.
        case none
        /// The hold begins.
        case began
        /// The hold ended too early.
        case released
        /// The hold was long enough.
        case unlocked
    }

    /// Seconds of a hold that unlocks.
    static let seconds = 2.0
    /// Longest time between two presses of a key that is held.
    static let gap = 0.6

    private(set) var since: Double?
    private var last = -Double.infinity
    private var isMouse = false

    /// Takes a press of the key.
    mutating func press(_ now: Double) -> Change {
        guard let since, !isMouse, now - last < Self.gap else {
            (self.since, last, isMouse) = (now, now, false)
            return .began
        }
        last = now
        guard now - since >= Self.seconds else { return .none }
        self.since = nil
        return .unlocked
    }

    /// Takes a press of the mouse.
    mutating func grab(_ now: Double) -> Change {
        (since, last, isMouse) = (now, now, true)
        return .began
    }

    /// Ends the hold.
    mutating func release() -> Change {
        guard since != nil else { return .none }
        since = nil
        return .released
    }

    /// Ends a hold that time ends: a key that is silent, a mouse button that was held long enough.
    mutating func look(_ now: Double) -> Change {
        // Compared with the time that was told, since the difference of two times may be rounded down.
        guard let nextTime, now >= nextTime else { return .none }
        guard isMouse else { return release() }
        since = nil
        return .unlocked
    }

    /// The next time at which it has to be looked at, to end or to show how long it takes; nil while nothing is held.
    var nextTime: Double? { since.map { isMouse ? $0 + Self.seconds : last + Self.gap } }

    /// Share of the hold that is done, from 0 to 1.
    func share(_ now: Double) -> Double {
        guard let since else { return 0 }
        return max(0, min(1, ((isMouse ? now : last) - since) / Self.seconds))
    }
}
