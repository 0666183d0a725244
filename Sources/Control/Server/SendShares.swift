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
///
/// Probes never fill more than half of the buffer. New clients share the other half, even if some sixteen clients read nothing.
struct SendShares {
    private struct Receiver {
        /// Bytes that the receiver may not have read, with the kernel's overhead.
        var unread = 0
        /// The lowest sum before the last probe; nil before the first.
        var probed: Int?
        /// Time of the next probe, and the pause after it, in nanoseconds.
        var nextProbe: UInt64 = 0
        var pause = SendShares.firstPause
    }

    /// Bytes that one receiver may leave unread, with the kernel's overhead.
    private let limit: Int
    /// Sum above which receivers are not probed and have an eighth of the limit.
    private let most: Int
    private var receivers: [Sender: Receiver] = [:]
    /// The latest probe and its time in nanoseconds, until it is read.
    private var probe: (receiver: Sender, time: UInt64)?
    /// The lowest sums of the last whole window and of this one, and the end of this one in nanoseconds.
    private var lowest = (last: Int.max, now: Int.max, end: UInt64(0))

    /// Length of a window in nanoseconds. A client that is alive usually reads all its packets in that time.
    static let window: UInt64 = 100_000_000
    /// Pause after the first probe of a receiver without a result, in nanoseconds. Each later pause is twice as long.
    static let firstPause: UInt64 = 500_000_000
    /// Longest pause between two probes, in nanoseconds.
    static let longestPause: UInt64 = 60_000_000_000
    /// Number of receivers above which those that were never probed are forgotten.
    static let receiversKept = 1024

    /// Makes shares of a buffer of so many bytes, with the kernel's overhead.
    init(buffer: Int) {
        limit = buffer / 4
        most = buffer / 2
    }

    /// True when `receiver` may be sent a packet of so many bytes now. `sum` is the count of unread bytes of all receivers;
    /// `now` in nanoseconds.
    mutating func allows(_ receiver: Sender, bytes: Int, sum: Int, now: UInt64) -> Bool {
        guard sum > 0 else {
            receivers = [:]
            probe = nil
            lowest = (Int.max, Int.max, 0)
            return true
        }
        look(sum, now)
        guard let state = receivers[receiver], isFull(state, bytes, sum) else { return true }
        if let probe, probe.receiver != receiver, now < probe.time + Self.window { return false }
        return sum < most && sum <= min(lowest.last, lowest.now) && now >= state.nextProbe
    }

    /// True when a packet of so many bytes would be too much for a receiver without a probe.
    private func isFull(_ state: Receiver, _ bytes: Int, _ sum: Int) -> Bool {
        let unread = min(state.unread, sum)
        return unread > 0 && unread + bytes > (sum < most ? limit : limit / 8)
    }

    /// Takes the sum into the window, and clears all receivers whose probes have been read.
    private mutating func look(_ sum: Int, _ now: UInt64) {
        if now >= lowest.end { lowest = (lowest.now, sum, now + Self.window) }
        lowest.now = min(lowest.now, sum)
        for (receiver, state) in receivers {
            guard let probed = state.probed, sum <= probed else { continue }
            receivers[receiver] = nil
            if probe?.receiver == receiver { probe = nil }
        }
    }

    /// Notes a packet to `receiver`, which was allowed: the sum of unread bytes before and after the packet was sent.
    mutating func note(_ receiver: Sender, bytes: Int, from before: Int, to after: Int, now: UInt64) {
        var state = receivers[receiver] ?? Receiver()
        if isFull(state, bytes, before) {
            state.probed = min(lowest.last, lowest.now)
            state.nextProbe = now + state.pause
            state.pause = min(2 * state.pause, Self.longestPause)
            probe = (receiver, now)
        }
        // The difference is too small when other receivers read at the same time.
        state.unread += max(bytes, after - before)
        receivers[receiver] = state
        if receivers.count > Self.receiversKept { receivers = receivers.filter { $0.value.probed != nil } }
    }

    /// Forgets a receiver that is gone.
    mutating func forget(_ receiver: Sender) { receivers[receiver] = nil }
}
