// Shares of the Unix socket's send buffer. One thread at a time; a value without a clock of its own.
import System

/// Keeps a client that reads nothing from taking the send buffer of the Unix socket from all others: a program that was
/// suspended while it watches the state, for example.
///
/// The kernel counts each packet for the socket that sent it until its receiver has read it, and tells only the sum. For each
/// receiver there is therefore an upper bound. The bound grows with each packet, and all bounds end when the sum is 0.
/// While a receiver reads nothing, the sum stays above 0, and the bounds of the others grow too. A receiver at the limit is
/// thus probed: it gets one packet, and nobody gets another for a moment. If the sum falls back in that time, the receiver has
/// read this packet, and with it all before it, for packets keep their order.
struct SendShares {
    private struct Receiver {
        /// Bytes that the receiver may not have read, with the kernel's overhead.
        var unread = 0
        /// Time of the next probe, and the pause after it, in nanoseconds.
        var nextProbe: UInt64 = 0
        var pause = SendShares.firstPause
    }

    /// Bytes that one receiver may leave unread, with the kernel's overhead.
    private let limit: Int
    private var receivers: [Sender: Receiver] = [:]
    /// The probe under way: its receiver, the sum before it, and its end in nanoseconds.
    private var probe: (receiver: Sender, sum: Int, end: UInt64)?

    /// Longest time for which the others wait for the result of a probe, in nanoseconds.
    static let patience: UInt64 = 20_000_000
    /// Pause after the first failed probe of a receiver, in nanoseconds. Each later pause is twice as long.
    static let firstPause: UInt64 = 100_000_000
    /// Longest pause between two probes, in nanoseconds.
    static let longestPause: UInt64 = 10_000_000_000
    /// Number of receivers above which those that hold little are forgotten.
    private static let most = 1024

    /// Makes shares of a buffer of so many bytes, with the kernel's overhead. Eight receivers that read nothing fill it.
    init(buffer: Int) { limit = buffer / 8 }

    /// True when `receiver` may be sent a packet now. `sum` is the count of unread bytes of all receivers; `now` in nanoseconds.
    mutating func allows(_ receiver: Sender, sum: Int, now: UInt64) -> Bool {
        guard sum > 0 else {
            receivers = [:]
            probe = nil
            return true
        }
        if let probe {
            guard sum <= probe.sum || now >= probe.end else { return false }
            if sum <= probe.sum { receivers[probe.receiver] = nil }
            self.probe = nil
        }
        guard var state = receivers[receiver], min(state.unread, sum) >= limit else { return true }
        guard now >= state.nextProbe else { return false }
        state.nextProbe = now + state.pause
        state.pause = min(2 * state.pause, Self.longestPause)
        receivers[receiver] = state
        return true
    }

    /// Notes a packet to `receiver`, which was allowed: the sum of unread bytes before and after it was sent.
    mutating func note(_ receiver: Sender, bytes: Int, from before: Int, to after: Int, now: UInt64) {
        let unread = receivers[receiver]?.unread ?? 0
        if min(unread, before) >= limit { probe = (receiver, before, now + Self.patience) }
        // Others may have read meanwhile.
        receivers[receiver, default: Receiver()].unread = unread + max(bytes, after - before)
        guard receivers.count > Self.most else { return }
        receivers = receivers.filter { $0.value.unread >= limit }
    }

    /// Forgets a receiver that is gone.
    mutating func forget(_ receiver: Sender) { receivers[receiver] = nil }
}
