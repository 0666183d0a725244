// The sender of a request. Any thread; a value.
public import Dictation
import System

/// The sender of a request: the address its answers go to. Two requests from one socket have equal senders.
public struct Sender: Sendable, Hashable {
    /// The way that answers take.
    enum Route: Sendable, Hashable {
        case local
        /// Through the UDP socket of that index.
        case udp(Int)
        /// Through the connection of that number; numbers are not reused.
        case tcp(UInt64)
    }

    let address: SocketAddress
    let route: Route

    init(address: SocketAddress, route: Route = .local) {
        self.address = address
        self.route = route
    }

    /// The rights of the sender: only the engine's own user can open the Unix socket, every user of the machine a port.
    public var authority: Authority { route == .local ? .owner : .surface }

    /// The same value for all who have one share of what can be used up: all ports of one host, since a program opens as many as it
    /// likes. One network of IPv6 (64 bits) is one host's. The users of this machine have one share together, and the limits for
    /// all surfaces leave places for the owner and for other machines.
    public var host: Sender {
        guard route != .local, let from = InternetAddress(address) else { return self }
        let plain = InternetAddress.plain(from.host)
        let host = plain.count == 4 || from.isLoopback ? plain : plain[..<8] + [UInt8](repeating: 0, count: 8)
        return Sender(address: InternetAddress(host: Array(host), port: 0).socketAddress, route: .udp(0))
    }

    /// False for a Unix socket without a name: programs such as `oscsend` can be obeyed, but not answered.
    public var canBeAnswered: Bool { route != .local || address.isNamed }
}

extension Sender: CustomStringConvertible {
    /// The sender's URL, for the log.
    public var description: String {
        switch route {
        case .local: address.path.map { "osc.unix://" + $0 } ?? "a socket without a path"
        case .udp: InternetAddress(address).map { "osc.udp://\($0)/" } ?? "UDP"
        case .tcp: InternetAddress(address).map { "osc.tcp://\($0)/" } ?? "TCP"
        }
    }
}
