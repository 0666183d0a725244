// Ring from thread to thread: one producer, one consumer, and every method says which of them it is for. No lock, no allocation.
public import Synchronization

/// A single-producer single-consumer ring of trivial elements over memory that never moves.
///
/// Positions count elements since the ring was made and never wrap (64 bits); a slot is `position % capacity`, so any
/// capacity will do. The producer stores the head with release order after the elements, the consumer reads it with acquire
/// order before them; the other way round for the tail. The two indexes sit on cache lines of their own, because each is
/// written by another core.
///
/// Generic, and therefore in a module of its own with inlinable methods: a generic in another file of the same module
/// is refused in a `@_noAllocation` function in debug builds.
@frozen @safe
public struct Ring<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    public let capacity: Int
    @usableFromInline let padBefore = InlineArray<16, Int>(repeating: 0)
    /// Position after the newest element; written by the producer only.
    @usableFromInline let head = Atomic<Int>(0)
    @usableFromInline let padBetween = InlineArray<16, Int>(repeating: 0)
    /// Position of the oldest element still needed; written by the consumer only.
    @usableFromInline let tail = Atomic<Int>(0)
    @usableFromInline let padAfter = InlineArray<16, Int>(repeating: 0)

    /// Allocates and touches all pages, so that the callback meets no page fault. Any thread, before use.
    public init(capacity: Int, filledWith zero: Element) {
        precondition(capacity > 0, "a ring needs room for one element")
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

/// `@unchecked`: head and tail are atomic, and each end belongs to one thread, which `RealtimeLink` names for each ring.
extension Ring: @unchecked Sendable where Element: Sendable {}
