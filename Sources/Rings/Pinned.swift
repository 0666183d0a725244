// A value at a fixed address, for C callbacks. One owner makes and releases it; any thread may read it.

/// A value at a fixed address, for C callbacks that receive nothing but a pointer.
///
/// The value is only read: everything in it that changes is an atomic word, a ring or a lock.
@frozen @safe
public struct Pinned<Value: ~Copyable>: ~Copyable {
    @usableFromInline let memory: UnsafeMutablePointer<Value>

    /// Allocates memory and moves the value into it for good.
    @inlinable
    public init(_ value: consuming Value) {
        unsafe memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe memory.initialize(to: value)
    }

    deinit { unsafe memory.deinitialize(count: 1).deallocate() }

    /// The address, valid as long as the owner keeps this object.
    @inlinable
    public var pointer: UnsafePointer<Value> { unsafe UnsafePointer(memory) }

    /// The address as the argument of a C callback, which may only read the value.
    @inlinable
    public var argument: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(memory) }
}

/// `@unchecked`: the address never changes, and threads that only read a `Sendable` value cannot disturb each other.
extension Pinned: @unchecked Sendable where Value: Sendable & ~Copyable {}
