// Lock-free ring between two threads: one producer, one consumer. The extensions hold the two ends.
public import Synchronization

/// A single-producer, single-consumer ring of trivial elements over memory that never moves. No lock, no allocation.
///
/// Positions count elements since the ring was made and never wrap (64 bits). A slot is `position % capacity`, so any
/// capacity will do. The producer stores the head with release order after the elements, and the consumer loads it with
/// acquire order before reading them; the tail works the other way round. Head and tail sit on separate cache lines, because
/// different cores write them.
///
/// The ring is generic, and therefore has a module of its own with inlinable methods: debug builds refuse a generic from
/// another file of the same module in a `@_noAllocation` function.
@frozen @safe
public struct Ring<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    /// Highest number of elements in the ring.
    public let capacity: Int
    @usableFromInline let padBefore = InlineArray<16, Int>(repeating: 0)
    /// Position after the newest element; written by the producer only.
    @usableFromInline let head = Atomic<Int>(0)
    @usableFromInline let padBetween = InlineArray<16, Int>(repeating: 0)
    /// Position of the oldest element still needed; written by the consumer only.
    @usableFromInline let tail = Atomic<Int>(0)
    @usableFromInline let padAfter = InlineArray<16, Int>(repeating: 0)

    /// Allocates and touches all pages, so the callback meets no page fault. Any thread, before use.
    public init(capacity: Int, filledWith zero: Element) {
        precondition(capacity > 0, "a ring needs space for one element")
        self.capacity = capacity
        unsafe storage = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        unsafe storage.initialize(repeating: zero, count: capacity)
    }

    deinit { unsafe storage.deallocate() }

    /// The ring's memory, for locking it into RAM.
    public var memory: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: storage, count: capacity * MemoryLayout<Element>.stride)
    }
}

/// `@unchecked`: head and tail are atomic, and each end belongs to one thread.
extension Ring: @unchecked Sendable where Element: Sendable {}
