// Numbers out of bytes and into bytes. Pure functions; any thread.

/// Order of the bytes of a number in a file or a message.
public enum ByteOrder: Sendable {
    /// The highest byte first, as in a CAF or in OSC.
    case big
    /// The lowest byte first, as in a WAV.
    case little
}

extension FixedWidthInteger {
    /// The number that bytes stand for, zero-extended; bytes that do not fit are cut off at the top.
    public init(_ bytes: some BidirectionalCollection<UInt8>, _ order: ByteOrder) {
        switch order {
        case .big: self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
        case .little: self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
        }
    }

    /// The bytes of the number.
    public func bytes(_ order: ByteOrder) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.bitWidth / 8)
        for place in stride(from: 0, to: Self.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: self >> Self(place))) }
        return order == .little ? bytes : bytes.reversed()
    }
}
