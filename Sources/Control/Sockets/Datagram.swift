// Control loop; a value.

/// What came in one receive, and whom the kernel says it came from.
struct Datagram: Sendable {
    let count: Int
    let isCut: Bool
    let from: SocketAddress
    /// None when the kernel gave no credentials; such a packet is not trusted.
    let uid: UInt32?
}
