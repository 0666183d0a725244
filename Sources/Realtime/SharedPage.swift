// One writing thread (JACK's), any number of reading threads; the writer never waits.
internal import Synchronization

/// Sixteen words that are read together or not at all (a seqlock made of atomics, so that no tool sees a race).
///
/// Words are stored with release order: a reader that meets a new word also meets the odd sequence number before it and
/// tries again.
@safe
public struct SharedPage: ~Copyable, Sendable {
    public static let wordCount = 16
    private let sequence = Atomic<UInt>(0)
    private let words = InlineArray<16, Atomic<UInt64>> { _ in Atomic(0) }

    init() {}

    /// JACK thread only: publishes the words that `fill` sets.
    @_noLocks @_noAllocation
    func publish(_ values: InlineArray<16, UInt64>) {
        let now = sequence.load(ordering: .relaxed)
        sequence.store(now &+ 1, ordering: .relaxed)
        for i in 0..<16 { words[i].store(values[i], ordering: .releasing) }
        sequence.store(now &+ 2, ordering: .releasing)
    }

    /// Any thread but the JACK thread: a consistent copy. Tries again while the writer is in the middle (some 50 ns).
    public func read() -> InlineArray<16, UInt64> {
        var values = InlineArray<16, UInt64>(repeating: 0)
        while true {
            let before = sequence.load(ordering: .acquiring)
            for i in 0..<16 { values[i] = words[i].load(ordering: .acquiring) }
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return values }
        }
    }
}
