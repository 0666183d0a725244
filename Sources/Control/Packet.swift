// Room: Control. Any thread; a value.

/// What one datagram brought.
public struct Packet: Sendable {
    public let bytes: [UInt8]
    public let sender: Sender
}
