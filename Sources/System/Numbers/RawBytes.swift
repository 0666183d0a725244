// Comparison of bytes in memory. Any thread; pure functions.
internal import Glibc

extension UnsafeRawBufferPointer {
    /// True if another buffer has the same bytes. The C library compares blocks of them, where `elementsEqual` takes each byte.
    public func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let own = baseAddress, let others = other.baseAddress else { return true }
        return unsafe memcmp(own, others, count) == 0
    }
}
