// Answers for receivers with full queues. One thread at a time; a value without a clock of its own.

/// Answers for receivers with full queues. A receiver that takes nothing for `ControlLimits.waitingTime` loses its own answers.
///
/// The size is bounded for all receivers together. Past the limit, the receiver with the most bytes waiting loses its packets.
struct Outbox {
    private struct Letter {
        let sender: Sender
        let bytes: [UInt8]
    }

    private var letters: [Letter] = []
    private var size = 0
    /// The moment at which each sender with waiting packets last took one, in nanoseconds; at first, the moment at which its
    /// first packet began to wait. A slow receiver of a long answer goes on taking packets, and must not lose the rest.
    private var taken: [Sender: UInt64] = [:]

    var isEmpty: Bool { letters.isEmpty }

    func holds(for sender: Sender) -> Bool {
        letters.contains { $0.sender == sender }
    }

    /// Keeps a packet for later. Gives the number of packets that were discarded to stay within the limit.
    mutating func keep(_ bytes: [UInt8], for sender: Sender, now: UInt64) -> Int {
        letters.append(Letter(sender: sender, bytes: bytes))
        size += bytes.count
        if taken[sender] == nil { taken[sender] = now }
        guard size > ControlLimits.waitingBytes else { return 0 }
        let bytes = letters.reduce(into: [:]) { $0[$1.sender, default: 0] += $1.bytes.count }
        return bytes.max { $0.value < $1.value }.map { drop($0.key) } ?? 0
    }

    /// Sends each sender's packets in their order; `send` returns false when the queue is still full. Gives the number of
    /// packets discarded because their receivers have taken none for too long.
    mutating func flush(now: UInt64, send: (Sender, [UInt8]) -> Bool) -> Int {
        var full: Set<Sender> = []
        letters.removeAll { letter in
            if !full.contains(letter.sender), send(letter.sender, letter.bytes) {
                taken[letter.sender] = now
                return true
            }
            full.insert(letter.sender)
            return false
        }
        size = letters.reduce(0) { $0 + $1.bytes.count }
        taken = taken.filter { full.contains($0.key) }
        let late = taken.filter { now > $0.value && now - $0.value > ControlLimits.waitingTime }
        return late.keys.reduce(0) { $0 + drop($1) }
    }

    private mutating func drop(_ sender: Sender) -> Int {
        let before = letters.count
        letters.removeAll { $0.sender == sender }
        taken[sender] = nil
        size = letters.reduce(0) { $0 + $1.bytes.count }
        return before - letters.count
    }
}
