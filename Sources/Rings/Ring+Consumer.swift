public import Synchronization

extension Ring {
    /// Position of the oldest element not yet released.
    @inlinable
    public var readPosition: Int { tail.load(ordering: .relaxed) }

    /// Position after the newest element published.
    @inlinable
    public var publishedPosition: Int { head.load(ordering: .acquiring) }

    /// Elements that can be read now.
    @inlinable
    public var readableCount: Int { head.load(ordering: .acquiring) - tail.load(ordering: .relaxed) }

    /// The element at a position in `readPosition..<publishedPosition`, left in place.
    @inlinable
    public subscript(position: Int) -> Element { unsafe storage[position % capacity] }

    /// Gives everything before `position` back to the producer.
    @inlinable
    public func release(to position: Int) { tail.store(position, ordering: .releasing) }

    /// Takes the oldest element; nil when the ring is empty.
    @inlinable
    public func pop() -> Element? {
        let position = tail.load(ordering: .relaxed)
        guard head.load(ordering: .acquiring) > position else { return nil }
        let element = unsafe storage[position % capacity]
        tail.store(position + 1, ordering: .releasing)
        return element
    }

    /// The elements from `position`, as far as they lie in one piece and at most `count`.
    @inlinable
    public func contiguous(from position: Int, count: Int) -> UnsafeBufferPointer<Element> {
        let start = position % capacity
        return unsafe UnsafeBufferPointer(start: storage + start, count: min(count, capacity - start))
    }
}
