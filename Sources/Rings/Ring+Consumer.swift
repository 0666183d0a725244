// Reading end of a ring. Consumer thread only.
public import Synchronization

extension Ring {
    /// Position of the oldest element that is not released.
    @inlinable
    public var readPosition: Int { tail.load(ordering: .relaxed) }

    /// Position after the newest published element.
    @inlinable
    public var publishedPosition: Int { head.load(ordering: .acquiring) }

    /// Number of elements that can be read now.
    @inlinable
    public var readableCount: Int { head.load(ordering: .acquiring) - tail.load(ordering: .relaxed) }

    /// The element at a position in `readPosition..<publishedPosition`; it stays in the ring.
    @inlinable
    public subscript(position: Int) -> Element { unsafe storage[position % capacity] }

    /// Returns the space of all elements before `position` to the producer.
    @inlinable
    public func release(to position: Int) { tail.store(position, ordering: .releasing) }

    /// Removes and returns the oldest element, or nil when the ring is empty.
    @inlinable
    public func pop() -> Element? {
        let position = tail.load(ordering: .relaxed)
        guard head.load(ordering: .acquiring) > position else { return nil }
        let element = unsafe storage[position % capacity]
        tail.store(position + 1, ordering: .releasing)
        return element
    }

    /// The elements from `position` on that are contiguous in memory, at most `count`.
    @inlinable
    public func contiguous(from position: Int, count: Int) -> UnsafeBufferPointer<Element> {
        let start = position % capacity
        return unsafe UnsafeBufferPointer(start: storage + start, count: min(count, capacity - start))
    }
}
