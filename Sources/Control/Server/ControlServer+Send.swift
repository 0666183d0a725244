// Sends answers and state. One thread at a time; never blocks.
public import Dictation
internal import Messages
import System

extension ControlServer {
    /// Answers a request, once for each ticket. A sender that is gone or nameless is counted, not thrown. In place of an
    /// answer too large for a packet, an error is sent.
    public mutating func answer(_ ticket: Ticket, _ result: Result<Reply, Failure>) throws(ControlError) {
        defer { network.owe(-1, to: ticket.sender) }
        var packets = try Self.packets(of: result, to: ticket.path, number: ticket.number)
        if case .udp = ticket.sender.route, let large = packets.first(where: { $0.count > ControlLimits.datagram }) {
            let count = large.count
            let words = tr(
                count, "the answer has \(count) byte, too many for a UDP packet; ask over TCP or the Unix socket",
                "the answer has \(count) bytes, too many for a UDP packet; ask over TCP or the Unix socket")
            packets = [try Reply.packet(Failure(.broken, words), to: Self.short(ticket.path), number: ticket.number)]
        }
        for packet in packets { try send(packet, to: ticket.sender) }
    }

    /// The packets of an answer; an error packet when it cannot be sent as OSC.
    package static func packets(
        of result: Result<Reply, Failure>, to path: String, number: Int32? = nil
    ) throws(ControlError) -> [[UInt8]] {
        do throws(ControlError) {
            switch result {
            case .success(let reply): return try reply.packets(to: path, number: number)
            case .failure(let failure): return [try Reply.packet(failure, to: path, number: number)]
            }
        } catch {
            return [try Reply.packet(Failure(.broken, tr("the answer failed: \(error)")), to: short(path), number: number)]
        }
    }

    /// Shortens an overlong address: it would leave no room in the answer. None of Dicta's is longer than this.
    private static func short(_ path: String) -> String {
        path.utf8.count > 1000 ? String(path.unicodeScalars.prefix(250)) : path
    }

    /// Sends a message that no request asked for.
    public mutating func send(_ message: OSCMessage, to sender: Sender) throws(ControlError) {
        try send(try message.encode(), to: sender)
    }

    /// Sends a packet that may be left out: it is not kept for a receiver with a full queue.
    public mutating func offer(_ packet: [UInt8], to sender: Sender) -> Delivery {
        let code: Int32?
        switch sender.route {
        case .local:
            // A state message must not overtake answers that wait.
            guard !outbox.holds(for: sender) else { return .full }
            code = transmit(packet, to: sender)
        case .udp(let index): code = network.send(packet, throughSocket: index, to: sender.address)
        case .tcp(let number):
            guard let connection = network.connections.first(where: { $0.number == number }), connection.canTake else {
                return network.connections.contains { $0.number == number && !$0.isClosed } ? .full : .gone
            }
            guard connection.unread <= ControlLimits.unreadState else { return .full }
            connection.send(packet)
            return .sent
        }
        switch code {
        case nil: return .sent
        case Errno.wouldBlock, Errno.noBuffers: return .full
        case _?: return .gone
        }
    }

    /// Sends waiting answers again to senders whose queues were full. Call it when `retryTimeout` has passed.
    public mutating func flush() throws(ControlError) {
        guard !outbox.isEmpty else { return }
        var trouble: Int32?
        var gone = 0
        var waiting = Outbox()
        swap(&waiting, &outbox)
        let dropped = waiting.flush(now: Self.now()) { sender, bytes in
            switch transmit(bytes, to: sender) {
            case nil: break
            case Errno.wouldBlock, Errno.noBuffers: return false
            case Errno.refused, Errno.missing, Errno.notPermitted: gone += 1
            case let code?: trouble = code
            }
            return true
        }
        outbox = waiting
        counters.unanswerable += gone
        counters.dropped += dropped
        if let trouble { throw .system(call: "sendto", path: path, code: trouble) }
    }

    private mutating func send(_ packet: [UInt8], to sender: Sender) throws(ControlError) {
        switch sender.route {
        case .local: try sendLocal(packet, to: sender)
        case .udp(let index):
            switch network.send(packet, throughSocket: index, to: sender.address) {
            case nil: break
            // UDP may lose packets; nothing is kept for it.
            case Errno.wouldBlock, Errno.noBuffers: counters.dropped += 1
            case _?: counters.unanswerable += 1
            }
        case .tcp(let number):
            let connection = network.connections.first { $0.number == number && !$0.isClosed }
            if let connection { connection.send(packet) } else { counters.unanswerable += 1 }
        }
    }

    private mutating func sendLocal(_ packet: [UInt8], to sender: Sender) throws(ControlError) {
        guard sender.canBeAnswered else {
            counters.unanswerable += 1
            return
        }
        // Packets keep their order.
        guard !outbox.holds(for: sender) else {
            counters.dropped += outbox.keep(packet, for: sender, now: Self.now())
            return
        }
        switch transmit(packet, to: sender) {
        case nil: break
        case Errno.wouldBlock, Errno.noBuffers: counters.dropped += outbox.keep(packet, for: sender, now: Self.now())
        // The receiver is gone, or its socket is connected elsewhere.
        case Errno.refused, Errno.missing, Errno.notPermitted, Errno.noPermission, Errno.noSocket, Errno.otherSocketType:
            counters.unanswerable += 1
        case let code?: throw .system(call: "sendto", path: path, code: code)
        }
    }

    /// Sends a packet through the Unix socket; nil, or the errno. A receiver that has taken its share of the send buffer counts as
    /// full.
    private mutating func transmit(_ packet: [UInt8], to sender: Sender) -> Int32? {
        do throws(SystemError) {
            let before = try socket.unreadBytes()
            let now = Self.now()
            guard shares.allows(sender, bytes: packet.count, sum: before, now: now) else { return Errno.wouldBlock }
            if let code = socket.send(packet, to: sender.address) {
                if code != Errno.wouldBlock, code != Errno.noBuffers { shares.forget(sender) }
                return code
            }
            shares.note(sender, bytes: packet.count, from: before, to: try socket.unreadBytes(), now: now)
            return nil
        } catch { return error.code }
    }

    /// Nanoseconds of the monotonic clock.
    private static func now() -> UInt64 { Moment.now.nanoseconds }
}

/// The result of sending a packet that may be left out.
public enum Delivery: Sendable {
    /// The packet is in the receiver's queue.
    case sent
    /// The queue is full: the receiver reads too slowly.
    case full
    /// No receiver is there.
    case gone
}
