// Value at an address that lasts. Made and let go of by one owner, read by any thread.

/// A value that never moves, for C callbacks that get nothing but an address.
///
/// It is only read: all that changes in it are atomic words, rings and locks.
@frozen @safe
public struct Pinned<Value: ~Copyable>: ~Copyable {
    @usableFromInline let memory: UnsafeMutablePointer<Value>

    /// Allocates, and moves the value there for good.
    @inlinable
    public init(_ value: consuming Value) {
        unsafe memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe memory.initialize(to: value)
    }

    deinit { unsafe memory.deinitialize(count: 1).deallocate() }

    /// The address; good for as long as the owner keeps the value.
    @inlinable
    public var pointer: UnsafePointer<Value> { unsafe UnsafePointer(memory) }

    /// The address as the argument of a C callback, which reads the value.
    @inlinable
    public var argument: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(memory) }
}

/// `@unchecked`: the address never changes, and threads that only read a `Sendable` value cannot disturb each other.
extension Pinned: @unchecked Sendable where Value: Sendable & ~Copyable {}
