// Held arrows, of the keyboard and of the pad: cue and review. Any thread; a value.
internal import Dictation

/// Tells a held arrow from taps. A terminal tells no release of a key: it repeats a held one, faster than a person taps. Before
/// the first repeat it waits as long as there is between two taps, so that a repeat is known by its second one only.
struct HeldScan: Sendable, Equatable {
    /// Longest time between two repeats of a key that is held, in seconds: the slowest keyboards repeat 10 times a second, and
    /// nobody taps that fast.
    static let repeatGap = 0.13
    /// Longest time from a press to its first repeat.
    static let firstRepeat = 0.7
    /// Seconds of silence after which a held key counts as released.
    static let release = 0.3
    /// Seconds after which a mouse button that is still down is held; its release is told.
    static let mouseDelay = 0.3

    private var action: ScreenAction?
    private var last = -Double.infinity
    /// The place of the playhead before a step that a first repeat may have made; nil after any other press.
    private var before: Int64?
    private(set) var isHeld = false
    /// True while the mouse button is down.
    private var isMouse = false

    /// Takes a press of an arrow, with the place of the playhead before it. Gives the lines for the engine.
    mutating func press(_ action: ScreenAction, _ step: String, at place: Int64, _ now: Double) -> [String] {
        let gap = action == self.action && !isMouse ? now - last : .infinity
        if isHeld, gap < Self.release {
            last = now
            return []
        }
        var lines = [release()].compactMap { $0 }
        (self.action, last) = (action, now)
        guard gap < Self.repeatGap else {
            before = gap < Self.firstRepeat ? place : nil
            return lines + [step]
        }
        // The step before was the first repeat, no second tap: one press is one step.
        if let before { lines.append("locate \(before)f") }
        before = nil
        isHeld = true
        return lines + ["\(verb) on"]
    }

    /// Takes a press of the mouse on an arrow of the pad. Gives the lines for the engine.
    mutating func grab(_ action: ScreenAction, _ step: String, _ now: Double) -> [String] {
        let lines = [release(), step].compactMap { $0 }
        (self.action, last, before, isMouse) = (action, now, nil, true)
        return lines
    }

    /// Takes the release of the mouse button, wherever the mouse is.
    mutating func letGo() -> String? { isMouse ? release() : nil }

    /// Carries out what time does: it ends a hold whose key is silent, and begins one of a button that is still down. Gives the
    /// line for the engine; nil if nothing changes.
    mutating func look(_ now: Double) -> String? {
        guard let nextTime, now >= nextTime else { return nil }
        guard isMouse else { return release() }
        isHeld = true
        return "\(verb) on"
    }

    /// Ends a hold at once, as another key does.
    mutating func release() -> String? {
        // A key after the mouse is no repeat of it.
        if isMouse { last = -Double.infinity }
        isMouse = false
        guard isHeld else { return nil }
        isHeld = false
        return "\(verb) off"
    }

    /// The time at which a hold begins or ends; nil for none.
    var nextTime: Double? { isMouse ? isHeld ? nil : last + Self.mouseDelay : isHeld ? last + Self.release : nil }

    private var verb: String { action == .nudgeBack ? "review" : "cue" }
}
