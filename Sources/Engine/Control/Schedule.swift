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

    /// The most requests that may wait, if no more of this sender can: of all, of those from the network, or of this one. The owner
    /// has places that no other sender takes.
    func limit(for sender: Sender) -> Int? {
        guard entries.count < ControlLimits.waitingMessages else { return ControlLimits.waitingMessages }
        guard sender.authority != .owner else { return nil }
        let others = entries.count { $0.ticket.sender.authority != .owner }
        guard others < ControlLimits.waitingOfSurfaces else { return ControlLimits.waitingOfSurfaces }
        let own = entries.count { $0.ticket.sender == sender }
        return own < ControlLimits.waitingOfSender ? nil : ControlLimits.waitingOfSender
    }

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
