// Builds the bytes of a file header. Any thread; a value.
import System

/// Bytes of a header, in the byte order of the container.
struct ByteWriter {

    /// The bytes so far.
    private(set) var bytes: [UInt8] = []
    private let order: ByteOrder

    init(_ order: ByteOrder, capacity: Int = 512) {
        self.order = order
        bytes.reserveCapacity(capacity)
    }

    /// Appends four characters, such as the name of a chunk.
    mutating func put(_ mark: StaticString) { unsafe bytes += UnsafeBufferPointer(start: mark.utf8Start, count: 4) }

    /// Appends an integer. No array is made for it: a take writes its header a few times a second.
    mutating func put(_ value: some FixedWidthInteger) {
        let ordered = order == .little ? value.littleEndian : value.bigEndian
        unsafe withUnsafeBytes(of: ordered) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends bytes.
    mutating func put(_ more: some Collection<UInt8>) { bytes += more }

    /// Appends zero bytes.
    mutating func zeros(_ count: Int) { bytes += repeatElement(0, count: max(0, count)) }

    /// Appends text in a field of fixed length: cut between two characters when too long, filled with zeros when too short.
    mutating func put(_ text: String, field: Int) {
        var fitting = text
        while fitting.utf8.count > field { fitting.removeLast() }
        bytes += fitting.utf8
        zeros(field - fitting.utf8.count)
    }
}
