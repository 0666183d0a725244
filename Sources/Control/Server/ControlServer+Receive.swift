// Receives messages. One thread at a time; never blocks.
public import Dictation
import System

extension ControlServer {
    /// The next packet of the Unix socket; nil when none waits. A packet of another user, or one that is too large, is answered
    /// with an error here.
    private mutating func receive() throws(ControlError) -> Packet? {
        while let datagram = try socket.receive(into: &buffer, path: path) {
            let sender = Sender(address: datagram.from)
            let objection: ControlError?
            if datagram.user != ThisProcess.user, datagram.user != 0 {
                objection = .foreignUser(uid: datagram.user ?? .max)
            } else if datagram.isCut || datagram.count > ControlLimits.packet {
                objection = .tooLarge(bytes: datagram.count)
            } else {
                objection = nil
            }
            guard let objection else {
                counters.received += 1
                return Packet(bytes: Array(buffer.prefix(datagram.count)), sender: sender)
            }
            counters.refused += 1
            try answer(Ticket(sender: sender, path: "/"), .failure(objection.failure))
        }
        return nil
    }

    /// Reads up to `ControlLimits.packetsARound` packets of each socket and connection, and gives their messages in their order.
    /// Start or answer the messages, then call it again until `isDone`, up to `ControlLimits.roundsATurn` times in a turn.
    ///
    /// `isDone` is true if no packet was accepted, and after an error. If a socket fails, `error` is set, and `messages` has all
    /// that were read before. Each message must be answered once, through `answer(_:_:)` with its ticket, and a request must not
    /// be carried out before the ticket's `due`. A connection for which `isSubscriber` is true is not closed to make place for a
    /// new one.
    public mutating func receiveMessages(
        isSubscriber: (Sender) -> Bool = { _ in false }
    ) -> (messages: [ReceivedMessage], isDone: Bool, error: ControlError?) {
        var messages: [ReceivedMessage] = []
        let packets = counters.received + counters.refused
        do throws(ControlError) {
            for _ in 0..<ControlLimits.packetsARound {
                guard let packet = try receive() else { break }
                parse(packet, into: &messages)
            }
            try receiveFromNetwork(into: &messages, isSubscriber: isSubscriber)
            return (messages, counters.received + counters.refused == packets, nil)
        } catch {
            return (messages, true, error)
        }
    }

    mutating func parse(_ packet: Packet, into messages: inout [ReceivedMessage]) {
        let parsed = RequestParser.parse(packet)
        network.owe(parsed.count, to: packet.sender)
        messages += parsed
    }
}

/// A message that came over a socket, checked by the command table, with the ticket for its answer.
public struct ReceivedMessage: Sendable {
    /// The ticket, which is answered once.
    public let ticket: Ticket
    /// The request, or the reason why the message is none. The rights of the sender are not checked.
    public let request: Result<Request, Failure>
}
