// Sixteen words read as one consistent copy. Written by the JACK thread, read by any other.
internal import Synchronization

/// Sixteen words that are read together or not at all: a seqlock made of atomics, so no race detector reports a race. The
/// writer never waits.
///
/// Words are stored with release order: a reader that sees a new word also sees the odd sequence number before it and
/// tries again.
@safe
public struct SharedPage: ~Copyable, Sendable {
    /// Number of words in a page.
    public static let wordCount = 16
    private let sequence = Atomic<UInt>(0)
    private let words = InlineArray<16, Atomic<UInt64>> { _ in Atomic(0) }

    init() {}

    /// Publishes sixteen words. JACK thread only.
    @_noLocks @_noAllocation
    func publish(_ values: InlineArray<16, UInt64>) {
        let now = sequence.load(ordering: .relaxed)
        sequence.store(now &+ 1, ordering: .relaxed)
        for i in 0..<16 { words[i].store(values[i], ordering: .releasing) }
        sequence.store(now &+ 2, ordering: .releasing)
    }

    /// Returns a consistent copy. Any thread but JACK's. Tries again while the writer is storing, which takes about 50 ns.
    public func read() -> InlineArray<16, UInt64> {
        var values = InlineArray<16, UInt64>(repeating: 0)
        while true {
            let before = sequence.load(ordering: .acquiring)
            for i in 0..<16 { values[i] = words[i].load(ordering: .acquiring) }
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return values }
        }
    }
}
