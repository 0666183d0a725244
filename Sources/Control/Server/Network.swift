// The server's UDP sockets and TCP connections. One thread at a time; never blocks.
import System

/// A UDP socket with what has come through it.
struct UDPEntrance {
    let socket: InternetSocket
    /// False for a socket that only sends to a return address.
    let listens: Bool
    /// Packets that were read and not parsed yet.
    var packets: [Packet] = []
    var messages = MessageQueue()

    /// True when nothing waits that was read.
    var isDone: Bool { packets.isEmpty && messages.isEmpty }
}

/// The UDP sockets, TCP listeners and TCP connections of a server.
struct Network {
    var options = NetworkOptions.none
    /// The UDP sockets.
    var udp: [UDPEntrance] = []
    var listeners: [InternetSocket] = []
    var connections: [Connection] = []
    /// Number of the UDP socket, or of the connection after the sockets, that may give the next message.
    var turn = 0
    /// Senders that nothing more can be sent to, since the last call of `takeGone()`.
    var gone: Set<Sender> = []
    private var nextConnection: UInt64 = 1
    /// Senders that were turned away, for the log.
    var refusals = Refusals()
    /// The next try to accept after the process ran out of descriptors, in nanoseconds.
    private(set) var acceptsFrom: UInt64 = 0

    mutating func open(_ options: NetworkOptions) throws(ControlError) {
        if let endpoint = options.udp { udp = try Self.bind(.datagram, endpoint).map { UDPEntrance(socket: $0, listens: true) } }
        if let endpoint = options.tcp { listeners = try Self.bind(.stream, endpoint) }
        self.options = options
    }

    var urls: [String] {
        udp.filter(\.listens).map { "osc.udp://\($0.socket.address)/" } + listeners.map { "osc.tcp://\($0.address)/" }
    }

    /// Binds both families to the same port, when the machine has both.
    private static func bind(
        _ kind: Socket.Kind, _ endpoint: NetworkOptions.Endpoint
    ) throws(ControlError) -> [InternetSocket] {
        let hosts = endpoint.hosts
        guard hosts.count == 2 else {
            return [try InternetSocket(kind, at: InternetAddress(host: hosts[0], port: endpoint.port))]
        }
        var tries = 16
        while true {
            tries -= 1
            let four = try InternetSocket(kind, at: InternetAddress(host: hosts[0], port: endpoint.port))
            let wanted = InternetAddress(host: hosts[1], port: four.address.port)
            do throws(ControlError) {
                return [four, try InternetSocket(kind, at: wanted)]
            } catch .network(_, _, Errno.addressInUse) where endpoint.port == 0 && tries > 0 {
                // The port is free in one family and taken in the other: try another.
            } catch .network(_, _, let code) where [Errno.wrongFamily, Errno.addressMissing].contains(code) {
                return [four]
            }
        }
    }

    // MARK: Connections

    mutating func accept(now: UInt64, isSubscriber: (Sender) -> Bool) throws(ControlError) {
        guard now >= acceptsFrom else { return }
        for listener in listeners {
            // Many new connections are accepted over several turns.
            for _ in 0..<16 {
                guard let connection = try acceptOne(listener, now: now, isSubscriber: isSubscriber) else { break }
                if let connection { connections.append(connection) }
            }
        }
    }

    /// Accepts one connection: nil when nobody waits, `.some(nil)` when the peer was not let in.
    private mutating func acceptOne(
        _ listener: InternetSocket, now: UInt64, isSubscriber: (Sender) -> Bool
    ) throws(ControlError) -> Connection?? {
        let (socket, name): (Socket, SocketAddress)
        do throws(SystemError) {
            guard let accepted = try listener.base.accept() else { return nil }
            (socket, name) = accepted
        } catch {
            switch error.code {
            case Errno.descriptorsFull, Errno.machineDescriptorsFull, Errno.noBuffers, Errno.noMemory:
                acceptsFrom = now + 500_000_000
                return nil
            // The peer left before it was accepted.
            default: return .some(nil)
            }
        }
        guard let peer = InternetAddress(name), isLetIn(peer, now: now, isSubscriber) else { return .some(nil) }
        defer { nextConnection += 1 }
        return Connection(number: nextConnection, socket: try InternetSocket(socket, to: peer), now: now)
    }

    private mutating func isLetIn(_ peer: InternetAddress, now: UInt64, _ isSubscriber: (Sender) -> Bool) -> Bool {
        guard options.allows(peer) else {
            refusals.add(.stranger, "\(peer)")
            return false
        }
        guard makeRoom(now: now, isSubscriber) else {
            refusals.add(.noRoom, "\(peer)")
            return false
        }
        return true
    }

    /// Closes a connection when all places are taken: first one that never sent a packet, then the one that is quiet for
    /// longest and waits for no answer. Subscribers stay.
    private mutating func makeRoom(now: UInt64, _ isSubscriber: (Sender) -> Bool) -> Bool {
        guard connections.count >= ControlLimits.connections else { return true }
        let silent = connections.filter { $0.heard == nil }.min { $0.begun < $1.begun }
        let idle = connections.filter { $0.isIdle(now: now) && !isSubscriber($0.sender) }.min { $0.lastHeard < $1.lastHeard }
        guard let leaving = silent ?? idle else { return false }
        leaving.close()
        removeClosed(now: now)
        return true
    }

    mutating func removeClosed(now: UInt64) {
        for connection in connections where connection.isOver(now: now) { connection.close() }
        // Messages that a peer sent before it left are carried out.
        func isOver(_ connection: Connection) -> Bool { connection.isClosed && connection.messages.isEmpty }
        guard connections.contains(where: isOver) else { return }
        gone.formUnion(connections.filter(isOver).map(\.sender))
        connections.removeAll(where: isOver)
    }

    /// Counts the answers that a connection waits for. Until all are made, the connection is not closed for a new one, nor
    /// because its peer has ended its output.
    func owe(_ count: Int, to sender: Sender) {
        guard case .tcp(let number) = sender.route, let connection = connections.first(where: { $0.number == number }) else {
            return
        }
        connection.owed = max(0, connection.owed + count)
        // A connection whose peer has ended its output may close now.
        if connection.owed == 0 { connection.flush() }
    }

    // MARK: Sending

    /// Sends through one UDP socket; nil, or the errno.
    mutating func send(_ packet: [UInt8], throughSocket index: Int, to peer: SocketAddress) -> Int32? {
        guard udp.indices.contains(index) else { return Errno.notConnected }
        var refusals: [SocketAddress] = []
        let code = udp[index].socket.send(packet, to: peer, refusals: &refusals)
        note(refusals, ofSocket: index)
        return code
    }

    mutating func note(_ refusals: [SocketAddress], ofSocket index: Int) {
        gone.formUnion(refusals.map { Sender(address: $0, route: .udp(index)) })
    }

    /// The UDP socket that sends to `peer`: one that listens, or a new one that only sends. A socket of the loopback address
    /// reaches this machine only.
    mutating func socket(to peer: InternetAddress) throws(ControlError) -> Int {
        let found = udp.firstIndex { entrance in
            let own = entrance.socket.address
            return own.isFour == peer.isFour && (peer.isLoopback || !own.isLoopback)
        }
        if let found { return found }
        let hosts = peer.isLoopback ? InternetAddress.loopback : InternetAddress.any
        let own = InternetAddress(host: hosts[peer.isFour ? 0 : 1], port: 0)
        udp.append(UDPEntrance(socket: try InternetSocket(.datagram, at: own), listens: false))
        return udp.count - 1
    }
}
