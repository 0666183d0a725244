// Writing end of a ring. Producer thread only.
public import Synchronization

extension Ring {
    /// Position of the next element to be written.
    @inlinable
    public var writePosition: Int { head.load(ordering: .relaxed) }

    /// Number of elements that fit now.
    @inlinable
    public var writableCount: Int { capacity - (head.load(ordering: .relaxed) - tail.load(ordering: .acquiring)) }

    /// Position of the oldest element that the consumer still needs.
    @inlinable
    public var publishedReadPosition: Int { tail.load(ordering: .acquiring) }

    /// Appends one element; returns false when the ring is full.
    @inlinable
    public func push(_ element: Element) -> Bool {
        let position = head.load(ordering: .relaxed)
        guard position - tail.load(ordering: .acquiring) < capacity else { return false }
        unsafe (storage + position % capacity).initialize(to: element)
        head.store(position + 1, ordering: .releasing)
        return true
    }

    /// Writes `count` elements made by `element(index)` and publishes them together. The caller checks `writableCount` first.
    @inlinable
    public func write(_ count: Int, _ element: (Int) -> Element) {
        let position = head.load(ordering: .relaxed)
        assert(count <= writableCount, "elements that the consumer has not read would be lost")
        // `initialize` instead of a subscript: a debug build stores through a helper that ThreadSanitizer does not see.
        let start = position % capacity
        let first = min(count, capacity - start)
        for i in 0..<first { unsafe (storage + (start + i)).initialize(to: element(i)) }
        for i in first..<max(first, count) { unsafe (storage + (i - first)).initialize(to: element(i)) }
        head.store(position + count, ordering: .releasing)
    }
}
