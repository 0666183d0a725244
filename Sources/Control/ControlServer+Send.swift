// Room: Control. Control loop only; never blocks.
public import Dictation
import Glibc

extension ControlServer {
    /// Answers a request; once for each ticket. A sender that is gone or nameless is counted, not an error.
    /// An answer too large for the wire goes out as an error that says so.
    public mutating func answer(_ ticket: Ticket, _ result: Result<Reply, Failure>) throws(ControlError) {
        let packets: [[UInt8]]
        do throws(ControlError) {
            switch result {
            case .success(let reply): packets = try reply.packets(to: ticket.path)
            case .failure(let failure): packets = [try Reply.packet(failure, to: ticket.path)]
            }
        } catch {
            packets = [try Reply.packet(Failure(.broken, "the answer \(error)"), to: ticket.path)]
        }
        for packet in packets { try send(packet, to: ticket.sender) }
    }

    /// Sends a message of its own accord.
    public mutating func send(_ message: OSCMessage, to sender: Sender) throws(ControlError) {
        try send(try message.encode(), to: sender)
    }

    /// Tries again what waits for senders whose queues were full; to be called when `retryTimeout` has passed.
    public mutating func flush() throws(ControlError) {
        guard !outbox.isEmpty else { return }
        var trouble: Int32?
        var gone = 0
        let dropped = outbox.flush(now: Self.now()) { sender, bytes in
            switch socket.send(bytes, to: sender.address) {
            case nil: break
            case EAGAIN, ENOBUFS: return false
            case ECONNREFUSED, ENOENT, EPERM: gone += 1
            case let code?: trouble = code
            }
            return true
        }
        counters.unanswerable += gone
        counters.dropped += dropped
        if let trouble { throw .system(call: "sendto", path: path, code: trouble) }
    }

    private mutating func send(_ packet: [UInt8], to sender: Sender) throws(ControlError) {
        guard sender.canBeAnswered else {
            counters.unanswerable += 1
            return
        }
        // What came first goes first.
        guard !outbox.holds(for: sender) else {
            counters.dropped += outbox.keep(packet, for: sender, now: Self.now())
            return
        }
        switch socket.send(packet, to: sender.address) {
        case nil: break
        case EAGAIN, ENOBUFS: counters.dropped += outbox.keep(packet, for: sender, now: Self.now())
        // Gone, or connected to somebody else: nobody is there to hear it.
        case ECONNREFUSED, ENOENT, EPERM, EACCES, ENOTSOCK, EPROTOTYPE: counters.unanswerable += 1
        case let code?: throw .system(call: "sendto", path: path, code: code)
        }
    }

    /// Nanoseconds of a clock that nobody sets.
    private static func now() -> UInt64 { Moment.now() }
}
