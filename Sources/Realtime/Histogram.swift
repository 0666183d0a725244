// Run times of the process callback. Written by the JACK thread, read by any thread.
internal import Synchronization

/// Distribution of the callback's run time: eight buckets for each octave (9 % wide), from 128 ns to half a second.
@safe
public struct Histogram: ~Copyable, Sendable {
    /// Number of buckets. Computed, because a stored static can be initialised lazily, which takes a lock in the callback.
    public static var bucketCount: Int { 176 }
    private let counts = InlineArray<176, Atomic<UInt32>> { _ in Atomic(0) }
    private let longest = Atomic<UInt64>(0)

    init() {}

    /// Adds one run time. JACK thread only.
    @_noLocks @_noAllocation
    func add(nanoseconds: UInt64) {
        if nanoseconds > longest.load(ordering: .relaxed) { longest.store(nanoseconds, ordering: .relaxed) }
        let value = max(nanoseconds, 128)
        let octave = 63 - value.leadingZeroBitCount
        let eighth = Int((value >> UInt64(octave - 3)) & 7)
        let bucket = min((octave - 7) * 8 + eighth, Histogram.bucketCount - 1)
        let count = counts[bucket].load(ordering: .relaxed)
        counts[bucket].store(count &+ 1, ordering: .relaxed)
    }

    /// Run time in nanoseconds that the given share (0 to 1) of all callbacks did not exceed (upper edge of the bucket).
    /// Any thread.
    public func percentile(_ share: Double) -> Double {
        var total = 0.0
        for i in 0..<Histogram.bucketCount { total += Double(counts[i].load(ordering: .relaxed)) }
        guard total > 0 else { return 0 }
        var seen = 0.0
        for i in 0..<Histogram.bucketCount {
            seen += Double(counts[i].load(ordering: .relaxed))
            if seen >= share * total { return min(Histogram.upperEdge(of: i), maximum) }
        }
        return maximum
    }

    /// Longest run time since the last reset, in nanoseconds. Any thread.
    public var maximum: Double { Double(longest.load(ordering: .relaxed)) }

    /// Begins a new measurement. One caller at a time; a callback that is running may still count as old.
    public func reset() {
        for i in 0..<Histogram.bucketCount { counts[i].store(0, ordering: .relaxed) }
        longest.store(0, ordering: .relaxed)
    }

    private static func upperEdge(of bucket: Int) -> Double {
        let octave = Double(UInt64(1) << UInt64(bucket / 8 + 7))
        return octave * (1 + Double(bucket % 8 + 1) / 8)
    }
}
