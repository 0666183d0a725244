// Log lines about senders that were turned away. One thread at a time; a value without a clock of its own.

/// Senders turned away at UDP and TCP, for the log: one line at once, then one a minute with their number. A flood of senders
/// must not fill a disk.
struct Refusals {
    enum Reason: CaseIterable {
        case stranger, noRoom, tooLarge

        var words: String {
            switch self {
            case .stranger: "is not on the list of allowed addresses (osc-allow)"
            case .noRoom: "found all \(ControlLimits.connections) TCP connections taken"
            case .tooLarge: "sent a packet of more than \(ControlLimits.packet) bytes"
            }
        }
    }

    private struct Entry {
        var count = 0
        var last = ""
        /// The moment of the last log line.
        var said: UInt64?
    }

    private var entries: [Reason: Entry] = [:]

    mutating func add(_ reason: Reason, _ peer: String) {
        entries[reason, default: Entry()].count += 1
        entries[reason]?.last = peer
    }

    /// One line for each reason that is due.
    mutating func take(now: UInt64) -> [String] {
        var lines: [String] = []
        for reason in Reason.allCases {
            guard let entry = entries[reason], entry.count > 0 else { continue }
            guard entry.said.map({ now >= $0 + ControlLimits.refusalPause }) ?? true else { continue }
            entries[reason] = Entry(said: now)
            let others = entry.count > 1 ? ", the last of \(entry.count)," : ""
            lines.append("OSC: \(entry.last)\(others) \(reason.words): turned away")
        }
        return lines
    }
}
