// The server's UDP and TCP side. One thread at a time; never blocks.
public import System

extension ControlServer {
    /// Opens UDP and TCP ports. Call it once, before `receiveMessages`. Throws `.network`, or `.system` for the directory file.
    public mutating func open(_ options: NetworkOptions) throws(ControlError) {
        try network.open(options)
        try writeDirectory()
    }

    /// The URLs that the engine listens at.
    public var urls: [String] { ["osc.unix://" + path] + network.urls }

    /// The descriptors to poll(2): sockets that requests arrive at and answers wait for.
    public var descriptors: [PollEntry] {
        var entries = [PollEntry(socket.descriptor)]
        for (socket, _) in network.udp { entries.append(PollEntry(socket.descriptor)) }
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

    mutating func receiveFromNetwork(
        into messages: inout [ReceivedMessage], isSubscriber: (Sender) -> Bool
    ) throws(ControlError) {
        for index in network.udp.indices { try receiveUDP(index, into: &messages) }
        guard !network.listeners.isEmpty else { return }
        let now = Moment.now.nanoseconds
        try network.accept(now: now, isSubscriber: isSubscriber)
        for connection in network.connections { try receive(from: connection, into: &messages) }
        network.removeClosed(now: now)
    }

    private mutating func receiveUDP(_ index: Int, into messages: inout [ReceivedMessage]) throws(ControlError) {
        let (socket, listens) = network.udp[index]
        for _ in 0..<ControlLimits.packetsARound {
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
                parse(packet, into: &messages)
            }
        }
    }

    private mutating func receive(
        from connection: Connection, into messages: inout [ReceivedMessage]
    ) throws(ControlError) {
        connection.flush()
        connection.receive(into: &buffer)
        // A packet can hold many messages, whose answers count as unread once they are made.
        let most = messages.count + ControlLimits.packetsARound
        while messages.count < most, connection.unread <= ControlLimits.unread, !connection.isClosed {
            switch connection.reader.take() {
            case .packet(let bytes):
                counters.received += 1
                connection.heard = Moment.now.nanoseconds
                parse(Packet(bytes: bytes, sender: connection.sender), into: &messages)
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
                return
            }
        }
        connection.flush()
    }
}
