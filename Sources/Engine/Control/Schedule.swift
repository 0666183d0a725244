// Control loop only; a value without a clock of its own.
internal import Control
internal import Dictation

/// Requests that wait for the time that their bundle said, in the order of their times.
struct Schedule {
    struct Entry {
        let due: TimeTag
        let request: Request
        let ticket: Ticket
    }

    /// How long before its time a command with a frame is handed to those that do it exactly then, seconds. Not sooner: until
    /// then the state is not to be that of a command to come, and the two clocks drift.
    static let lead = 1.0

    private(set) var entries: [Entry] = []

    var isFull: Bool { entries.count >= ControlLimits.waitingMessages }

    /// Behind those of the same time.
    mutating func add(_ entry: Entry) {
        let place = entries.lastIndex { $0.due <= entry.due }.map { $0 + 1 } ?? 0
        entries.insert(entry, at: place)
    }

    /// Takes those that `isReady` says so of; only what is due within the lead is asked about.
    mutating func take(now: TimeTag, where isReady: (Entry) -> Bool) -> [Entry] {
        var ready: [Entry] = []
        var kept: [Entry] = []
        let near = entries.prefix { $0.due.seconds(since: now) <= Schedule.lead }
        for entry in near { if isReady(entry) { ready.append(entry) } else { kept.append(entry) } }
        guard !ready.isEmpty else { return [] }
        entries.replaceSubrange(..<near.count, with: kept)
        return ready
    }

    mutating func takeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    /// Seconds until something is to be looked at; nothing when nothing waits.
    func pause(now: TimeTag) -> Double? {
        // Those with a frame come up before those without, which are looked at in the lead only.
        var pause: Double?
        for entry in entries {
            let rest = entry.due.seconds(since: now)
            guard rest <= Schedule.lead || pause == nil else { break }
            let own = entry.request.canWait && rest > Schedule.lead ? rest - Schedule.lead : rest
            pause = min(pause ?? own, own)
        }
        return pause.map { max(0, $0) }
    }
}
