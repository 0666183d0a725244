// A value; any thread. Numbers as the bytes of a file header.

/// Bytes of a header, in the order that the container wants.
struct ByteWriter {
    enum Order { case little, big }

    private(set) var bytes: [UInt8] = []
    private let order: Order

    init(_ order: Order, capacity: Int = 512) {
        self.order = order
        bytes.reserveCapacity(capacity)
    }

    /// Four characters, as chunks are named.
    mutating func put(_ mark: StaticString) { unsafe bytes += UnsafeBufferPointer(start: mark.utf8Start, count: 4) }

    mutating func put(_ value: some FixedWidthInteger) {
        for index in 0..<(value.bitWidth / 8) {
            let shift = order == .little ? 8 * index : value.bitWidth - 8 - 8 * index
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func put(_ more: some Collection<UInt8>) { bytes += more }

    mutating func zeros(_ count: Int) { bytes += repeatElement(0, count: max(0, count)) }

    /// Text in a field of fixed length: cut between two characters where it is too long, zeros after it.
    mutating func put(_ text: String, field: Int) {
        var fitting = text
        while fitting.utf8.count > field { fitting.removeLast() }
        bytes += fitting.utf8
        zeros(field - fitting.utf8.count)
    }
}
