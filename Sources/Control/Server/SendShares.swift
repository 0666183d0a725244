// Shares of the Unix socket's send buffer. One thread at a time; a value without a clock of its own.
import System

/// Keeps a client that reads nothing from taking the send buffer of the Unix socket from all others: a program that was
/// suspended while it watches the state, for example.
///
/// The kernel counts each packet for the socket that sent it until its receiver has read it, and tells only the sum. For each
/// receiver there is therefore an upper bound. The bound grows with each packet, and all bounds end when the sum is 0.
/// While a receiver reads nothing, the sum stays above 0, and the bounds of the others grow too. A receiver at the limit is
/// thus probed: it gets one packet while the sum is at its lowest. Once the sum is down to the same value again, the receiver has
/// read this packet, and with it all before it, for packets keep their order.
struct SendShares {
    private struct Receiver {
        /// Bytes that the receiver may not have read, with the kernel's overhead.
        var unread = 0
        /// The sum before the last probe; nil before the first.
        var probed: Int?
        /// Time of the next probe, and the pause after it, in nanoseconds.
        var nextProbe: UInt64 = 0
        var pause = SendShares.firstPause
    }

    /// Bytes that one receiver may leave unread, with the kernel's overhead.
    private let limit: Int
    private var receivers: [Sender: Receiver] = [:]
    /// The lowest sums of the last whole window and of this one, and the end of this one in nanoseconds.
    private var lowest = (last: SendShares.none, now: SendShares.none, end: UInt64(0))

    /// Length of a window, in nanoseconds: within it, a client that is alive reads all its packets.
    static let window: UInt64 = 500_000_000
    /// Pause after the first probe of a receiver without a result, in nanoseconds. Each later pause is twice as long.
    static let firstPause: UInt64 = 500_000_000
    /// Longest pause between two probes, in nanoseconds.
    static let longestPause: UInt64 = 60_000_000_000
    /// A sum above all that can be.
    private static let none = Int(Int32.max)
    /// Number of receivers above which those below the limit are forgotten.
    private static let most = 1024

    /// Makes shares of a buffer of so many bytes, with the kernel's overhead. Eight receivers that read nothing fill it.
    init(buffer: Int) { limit = buffer / 8 }

    /// True when `receiver` may be sent a packet now. `sum` is the count of unread bytes of all receivers; `now` in nanoseconds.
    mutating func allows(_ receiver: Sender, sum: Int, now: UInt64) -> Bool {
        guard sum > 0 else {
            receivers = [:]
            lowest = (Self.none, Self.none, 0)
            return true
        }
        look(sum, now)
        guard let state = receivers[receiver], min(state.unread, sum) >= limit else { return true }
        return sum <= min(lowest.last, lowest.now) && now >= state.nextProbe
    }

    /// Takes the sum into the window, and clears all receivers whose probes have been read.
    private mutating func look(_ sum: Int, _ now: UInt64) {
        if now >= lowest.end { lowest = (lowest.now, sum, now + Self.window) }
        lowest.now = min(lowest.now, sum)
        for (receiver, state) in receivers { if let probed = state.probed, sum <= probed { receivers[receiver] = nil } }
    }

    /// Notes a packet to `receiver`, which was allowed: the sum of unread bytes before and after it was sent.
    mutating func note(_ receiver: Sender, bytes: Int, from before: Int, to after: Int, now: UInt64) {
        var state = receivers[receiver] ?? Receiver()
        if min(state.unread, before) >= limit {
            state.probed = before
            state.nextProbe = now + state.pause
            state.pause = min(2 * state.pause, Self.longestPause)
            // Without this a probe that stays unread would keep the sum above its lowest for the time of two windows.
            let added = max(0, after - before)
            lowest.last += added
            lowest.now += added
        }
        // Others may have read meanwhile.
        state.unread += max(bytes, after - before)
        receivers[receiver] = state
        guard receivers.count > Self.most else { return }
        receivers = receivers.filter { $0.value.unread >= limit }
    }

    /// Forgets a receiver that is gone.
    mutating func forget(_ receiver: Sender) { receivers[receiver] = nil }
}
