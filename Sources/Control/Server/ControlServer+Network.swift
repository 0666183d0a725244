// The server's UDP and TCP side. One thread at a time; never blocks.
import Dictation
public import System

extension ControlServer {
    /// Opens UDP and TCP ports. Call it once, before `receive`. Throws `.network`, or `.system` for the directory file.
    public mutating func open(_ options: NetworkOptions) throws(ControlError) {
        try network.open(options)
        try writeDirectory()
        hasDirectory = true
    }

    /// The URLs that the engine listens at.
    public var urls: [String] { ["osc.unix://" + path] + network.urls }

    /// The descriptors to poll(2): sockets that requests arrive at and answers wait for.
    public var descriptors: [PollEntry] {
        var entries = [PollEntry(socket.descriptor)]
        for entrance in network.udp { entries.append(PollEntry(entrance.socket.descriptor)) }
        if !network.listeners.isEmpty, network.acceptsFrom <= Moment.now.nanoseconds {
            for listener in network.listeners {
                entries.append(PollEntry(listener.descriptor))
            }
        }
        return entries + network.connections.compactMap(\.pollEntry)
    }

    /// Senders that nothing more can be sent to, since the last call: closed connections and ports that nobody listens at.
    public mutating func takeGone() -> Set<Sender> {
        defer { network.gone = [] }
        return network.gone
    }

    /// True if a sender certainly waits for no answer any more: its Unix socket is closed, or its TCP connection is, at
    /// least in its direction: a program that was killed looks so. False for a UDP port and for a Unix socket without a name, which
    /// tell nothing. Asks the kernel; blocks for nothing.
    public func isGone(_ sender: Sender) -> Bool {
        switch sender.route {
        case .local:
            guard sender.canBeAnswered, let probe = try? UnixSocket(path: path) else { return false }
            // A socket that is connected to the engine's refuses another one: then it is there.
            return [Errno.refused, Errno.missing].contains(probe.connect(sender.address))
        case .udp: return false
        case .tcp(let number):
            // The end of a connection may have come since the sockets were read.
            return !network.connections.contains { connection in
                connection.number == number && !connection.isClosed && !connection.isEnding
                    && !Poll.hasEnded(connection.socket.descriptor)
            }
        }
    }

    /// Log lines about senders that were turned away, since the last call; mostly none.
    public mutating func takeRefusals() -> [String] { network.refusals.take(now: Moment.now.nanoseconds) }

    mutating func receiveFromNetwork(isSubscriber: (Sender) -> Bool) throws(ControlError) {
        for index in network.udp.indices { try receiveUDP(index) }
        guard !network.listeners.isEmpty else { return }
        let now = Moment.now.nanoseconds
        try network.accept(now: now, isSubscriber: isSubscriber)
        for connection in network.connections {
            connection.flush()
            connection.receive(into: &buffer)
        }
        network.removeClosed(now: now)
    }

    /// Reads packets of a UDP socket, but none while earlier ones wait: the kernel loses what is too much.
    private mutating func receiveUDP(_ index: Int) throws(ControlError) {
        guard network.udp[index].isDone else { return }
        let (socket, listens) = (network.udp[index].socket, network.udp[index].listens)
        for _ in 0..<ControlLimits.datagramsATurn {
            switch try socket.receive(into: &buffer) {
            case .nothing: return
            case .refusals: network.note(socket.takeRefusals(), ofSocket: index)
            case .packet(let count, let from):
                // A peer that is not allowed is not read, and not told that an engine listens here.
                guard listens, let peer = InternetAddress(from), peer.port != 0, network.options.allows(peer) else {
                    counters.refused += 1
                    if listens, let peer = InternetAddress(from) { network.refusals.add(.stranger, "\(peer)") }
                    continue
                }
                counters.received += 1
                let packet = Packet(bytes: Array(buffer.prefix(count)), sender: Sender(address: from, route: .udp(index)))
                network.udp[index].packets.append(packet)
            }
        }
    }

    /// The next message of the network: each UDP socket and each connection gives one in its turn.
    mutating func nextOfNetwork(_ permissions: Permissions) throws(ControlError) -> ReceivedMessage? {
        let (sockets, count) = (network.udp.count, network.udp.count + network.connections.count)
        for _ in 0..<count {
            if network.turn >= count { network.turn = 0 }
            defer { network.turn += 1 }
            if network.turn < sockets {
                if let message = nextOfUDP(network.turn, permissions) { return message }
            } else if let message = try next(of: network.connections[network.turn - sockets], permissions) {
                return message
            }
        }
        return nil
    }

    private mutating func nextOfUDP(_ index: Int, _ permissions: Permissions) -> ReceivedMessage? {
        while true {
            if let message = counted(network.udp[index].messages.take(permissions)) { return message }
            guard !network.udp[index].packets.isEmpty else { return nil }
            network.udp[index].messages.add(network.udp[index].packets.removeFirst())
        }
    }

    /// The next message of a connection; nil if none waits, after `ControlLimits.emptyInARow` packets without one, or while the peer
    /// leaves too many answers unread.
    private mutating func next(
        of connection: Connection, _ permissions: Permissions
    ) throws(ControlError) -> ReceivedMessage? {
        var packets = 0
        while connection.isClosed || connection.unread <= ControlLimits.unread {
            if let message = counted(connection.messages.take(permissions)) { return message }
            guard !connection.isClosed, packets < ControlLimits.emptyInARow else { return nil }
            packets += 1
            switch connection.reader.take() {
            case .packet(let bytes):
                counters.received += 1
                connection.heard = Moment.now.nanoseconds
                connection.messages.add(Packet(bytes: bytes, sender: connection.sender))
                network.owe(connection.messages.count, to: connection.sender)
            case .tooLarge(let count):
                counters.refused += 1
                network.refusals.add(.tooLarge, "\(connection.sender)")
                network.owe(1, to: connection.sender)
                try answer(Ticket(sender: connection.sender, path: "/"), .failure(ControlError.tooLarge(bytes: count).failure))
                if connection.reader.framing == .sized { connection.hangUp(now: Moment.now.nanoseconds) }
            case .garbage:
                counters.refused += 1
                connection.close()
            case nil:
                connection.flush()
                return nil
            }
        }
        return nil
    }
}
