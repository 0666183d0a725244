// One received packet. Any thread; a value.

/// A packet that `Socket.receiveWithUser` has put into a buffer, with its sender as the kernel names it.
public struct Datagram: Sendable {
    /// Number of bytes in the buffer.
    public let count: Int
    /// True if the packet was longer than the buffer; the rest is lost.
    public let isCut: Bool
    /// Address of the sender, which may have no name.
    public let from: SocketAddress
    /// Number of the sending user; nil if the kernel gave no credentials, and the packet must not be trusted.
    public let user: UInt32?
}
