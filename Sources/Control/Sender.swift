// Room: Control. Any thread; a value.

/// Who asked: where the answer goes. Two requests of one socket have equal senders.
public struct Sender: Sendable, Hashable {
    let address: SocketAddress

    /// Some programs (`oscsend`) have no name of their own and can only be obeyed, not answered.
    public var canBeAnswered: Bool { address.isNamed }
}
