// Any thread; a value.

/// What one datagram brought.
public struct Packet: Sendable {
    public let bytes: [UInt8]
    public let sender: Sender

    init(bytes: [UInt8], sender: Sender) {
        self.bytes = bytes
        self.sender = sender
    }

    /// As it would come through the control socket.
    package init(_ bytes: [UInt8], from path: String) throws(ControlError) {
        self.init(bytes: bytes, sender: Sender(address: try SocketAddress(path: path)))
    }
}
