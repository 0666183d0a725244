// A packet with its sender. Any thread; a value.
import System

/// One OSC packet and its sender.
public struct Packet: Sendable {
    /// The bytes of the packet.
    public let bytes: [UInt8]
    /// The sender that answers go to.
    public let sender: Sender

    init(bytes: [UInt8], sender: Sender) {
        self.bytes = bytes
        self.sender = sender
    }

    /// Makes a packet as if it came through the Unix socket. Throws `.pathTooLong`.
    package init(_ bytes: [UInt8], from path: String) throws(ControlError) {
        self.init(bytes: bytes, sender: Sender(address: try SocketAddress(path: path)))
    }
}
