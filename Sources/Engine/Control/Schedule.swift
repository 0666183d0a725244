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
    /// Counts of the entries of senders from the network: all, and those of each host.
    private var ofSurfaces = 0
    private var ofHosts: [Sender: Int] = [:]

    /// The most requests that may wait, if no more of this sender can: of all, of those from the network, or of its host. The owner
    /// has places that no other sender takes.
    func limit(for sender: Sender) -> Int? {
        guard entries.count < ControlLimits.waitingMessages else { return ControlLimits.waitingMessages }
        guard sender.authority != .owner else { return nil }
        guard ofSurfaces < ControlLimits.waitingOfSurfaces else { return ControlLimits.waitingOfSurfaces }
        return ofHosts[sender.host, default: 0] < ControlLimits.waitingOfHost ? nil : ControlLimits.waitingOfHost
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        guard entry.ticket.sender.authority != .owner else { return }
        let host = entry.ticket.sender.host
        let own = ofHosts[host, default: 0] + change
        ofHosts[host] = own > 0 ? own : nil
        ofSurfaces += change
    }

    /// Adds an entry after those of the same time.
    mutating func add(_ entry: Entry) {
        let place = entries.lastIndex { $0.due <= entry.due }.map { $0 + 1 } ?? 0
        entries.insert(entry, at: place)
        count(entry, 1)
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
        for entry in ready { count(entry, -1) }
        return ready
    }

    /// Removes and returns all entries.
    mutating func takeAll() -> [Entry] {
        defer { self = Schedule() }
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
