// The result of one receive. One thread at a time; a value.

/// One packet received, with its sender as the kernel names it.
struct Datagram: Sendable {
    let count: Int
    let isCut: Bool
    let from: SocketAddress
    /// The sending user; nil when the kernel gave no credentials, and the packet is not trusted.
    let uid: UInt32?
}
