// Queue of requests ordered by time. Control loop only; a value without a clock of its own.
internal import Control
internal import Dictation

/// Requests that wait for the time tag of their bundle, earliest first.
struct Schedule {
    /// One waiting request.
    struct Entry {
        let due: TimeTag
        let request: Request
        let ticket: Ticket
    }

    /// Seconds before its time at which a command with a frame is handed on, to take effect exactly at that frame. No earlier:
    /// until then the state must not show a command of the future, and the two clocks drift apart.
    static let lead = 1.0

    /// Waiting requests, earliest first.
    private(set) var entries: [Entry] = []

    /// True if no more requests can wait.
    var isFull: Bool { entries.count >= ControlLimits.waitingMessages }

    /// Adds an entry after those of the same time.
    mutating func add(_ entry: Entry) {
        let place = entries.lastIndex { $0.due <= entry.due }.map { $0 + 1 } ?? 0
        entries.insert(entry, at: place)
    }

    /// Most entries that one turn of the control loop carries out.
    static let mostATurn = 64

    /// Removes and returns the entries for which `isReady` is true, the first ones. Only entries due within `lead` are tested.
    mutating func take(now: TimeTag, where isReady: (Entry) -> Bool) -> [Entry] {
        var ready: [Entry] = []
        var kept: [Entry] = []
        let near = entries.prefix { $0.due.seconds(since: now) <= Schedule.lead }
        for entry in near { if ready.count < Self.mostATurn, isReady(entry) { ready.append(entry) } else { kept.append(entry) } }
        guard !ready.isEmpty else { return [] }
        entries.replaceSubrange(..<near.count, with: kept)
        return ready
    }

    /// Removes and returns all entries.
    mutating func takeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    /// Seconds until `take` should be called next; nil if nothing waits.
    func pause(now: TimeTag) -> Double? {
        // Entries with a frame are ready `lead` seconds before entries without one, so all entries within the lead are looked
        // at.
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
