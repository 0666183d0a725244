// Converts integers to and from bytes. Any thread; pure functions.

/// Order of the bytes of an integer in a file or a message.
public enum ByteOrder: Sendable {
    /// Most significant byte first, as in CAF and OSC.
    case big
    /// Least significant byte first, as in WAV.
    case little
}

extension FixedWidthInteger {
    /// Makes an integer from bytes. Missing high bytes are zero; high bytes that do not fit are dropped.
    public init(_ bytes: some BidirectionalCollection<UInt8>, _ order: ByteOrder) {
        switch order {
        case .big: self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
        case .little: self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
        }
    }

    /// The bytes of the integer, as many as its type has.
    public func bytes(_ order: ByteOrder) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.bitWidth / 8)
        for place in stride(from: 0, to: Self.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: self >> Self(place))) }
        return order == .little ? bytes : bytes.reversed()
    }
}
