// Any thread; a value.
public import Dictation

/// Who asked: where the answer goes. Two requests of one socket have equal senders.
public struct Sender: Sendable, Hashable {
    /// The way to it.
    enum Route: Sendable, Hashable {
        case local
        /// Through that one of our UDP sockets.
        case udp(Int)
        /// The number of a connection; they are not used twice.
        case tcp(UInt64)
    }

    let address: SocketAddress
    let route: Route

    init(address: SocketAddress, route: Route = .local) {
        self.address = address
        self.route = route
    }

    /// The control socket can only be opened by the engine's own user; a port is open to every user of the machine.
    public var authority: Authority { route == .local ? .owner : .surface }

    /// Some programs (`oscsend`) have no name of their own and can only be obeyed, not answered.
    public var canBeAnswered: Bool { route != .local || address.isNamed }
}

extension Sender: CustomStringConvertible {
    public var description: String {
        switch route {
        case .local: address.path.map { "osc.unix://" + $0 } ?? "a socket without a path"
        case .udp: InternetAddress(address).map { "osc.udp://\($0)/" } ?? "UDP"
        case .tcp: InternetAddress(address).map { "osc.tcp://\($0)/" } ?? "TCP"
        }
    }
}
