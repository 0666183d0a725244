// Receives messages. One thread at a time; never blocks.
public import Dictation
import System

extension ControlServer {
    /// Takes a packet of the Unix socket into the empty queue of its messages. False when none waits. A packet of another user, or
    /// one that is too large, is answered with an error here.
    private mutating func takeOwn() throws(ControlError) -> Bool {
        guard let datagram = try socket.receive(into: &buffer, path: path) else { return false }
        let sender = Sender(address: datagram.from)
        let objection: ControlError?
        if datagram.user != ThisProcess.user, datagram.user != 0 {
            objection = .foreignUser(uid: datagram.user ?? .max)
        } else if datagram.isCut || datagram.count > ControlLimits.packet {
            objection = .tooLarge(bytes: datagram.count)
        } else {
            objection = nil
        }
        if let objection {
            counters.refused += 1
            try answer(Ticket(sender: sender, path: "/"), .failure(objection.failure))
        } else {
            counters.received += 1
            own.add(Packet(bytes: Array(buffer.prefix(datagram.count)), sender: sender))
            network.owe(own.count, to: sender)
        }
        return true
    }

    /// Reads what has come over the network, a bounded part of each connection. Call it once in a turn of the loop, and `next`
    /// after it. A connection for which `isSubscriber` is true is not closed to make place for a new one. Throws if a socket fails;
    /// what was read before is kept.
    public mutating func receive(isSubscriber: (Sender) -> Bool = { _ in false }) throws(ControlError) {
        try receiveFromNetwork(isSubscriber: isSubscriber)
    }

    /// The next message: the one of the Unix socket that waits for longest, or else one of another sender, each in its turn. Nil
    /// when none waits, or after `ControlLimits.emptyInARow` packets without a message: what is left waits for the next turn. Ask only
    /// until the time of the turn is over: a message costs what it costs.
    ///
    /// The owner's messages come first, so that nobody who may reach a port can keep the owner waiting; other senders get one after
    /// `ControlLimits.ownInARow` of them. Each message must be answered once, through `answer(_:_:)` with its ticket, and a request
    /// must not be carried out before the ticket's `due`. Throws if the Unix socket fails.
    ///
    /// - Parameter permissions: the privileges of surfaces. An address pattern of a sender is compared with those commands only
    ///   that the sender may use. The rights to a request itself are not checked.
    public mutating func next(_ permissions: Permissions) throws(ControlError) -> ReceivedMessage? {
        let isOwnFirst = ownInARow < ControlLimits.ownInARow
        if isOwnFirst, let message = try nextOwn(permissions) {
            ownInARow += 1
            return message
        }
        ownInARow = 0
        if let message = try nextOfNetwork(permissions) { return message }
        return isOwnFirst ? nil : try nextOwn(permissions)
    }

    private mutating func nextOwn(_ permissions: Permissions) throws(ControlError) -> ReceivedMessage? {
        for _ in 0..<ControlLimits.emptyInARow {
            if let message = counted(own.take(permissions)) { return message }
            guard try takeOwn() else { return nil }
        }
        return counted(own.take(permissions))
    }

    /// A message that was taken. A pattern that has become several messages owes as many answers.
    mutating func counted(_ taken: (message: ReceivedMessage, more: Int)?) -> ReceivedMessage? {
        guard let taken else { return nil }
        if taken.more > 0 { network.owe(taken.more, to: taken.message.ticket.sender) }
        return taken.message
    }
}

/// Messages of one packet that wait for their turn, in their order. Each is parsed when its turn comes: a packet of patterns must
/// not cost more than one message at a time.
struct MessageQueue {
    private var waiting: ArraySlice<TimedMessage> = []
    /// Messages that one pattern has become, or the refusal of the packet.
    private var parsed: ArraySlice<ReceivedMessage> = []
    private var sender: Sender?

    var isEmpty: Bool { waiting.isEmpty && parsed.isEmpty }
    var count: Int { waiting.count + parsed.count }

    /// Takes the messages of a packet. Only an empty queue may take one.
    mutating func add(_ packet: Packet) {
        sender = packet.sender
        switch RequestParser.messages(of: packet) {
        case .success(let messages): waiting = messages[...]
        case .failure(let failure): parsed = [RequestParser.refusal(failure, packet.sender)]
        }
    }

    /// The next message, and how many more it has become; nil if none waits.
    mutating func take(_ permissions: Permissions) -> (message: ReceivedMessage, more: Int)? {
        if let message = parsed.popFirst() { return (message, 0) }
        guard let sender, let next = waiting.popFirst() else { return nil }
        parsed = RequestParser.parse(next, from: sender, permissions)[...]
        let more = parsed.count - 1
        return parsed.popFirst().map { ($0, more) }
    }
}

/// A message that came over a socket, checked by the command table, with the ticket for its answer.
public struct ReceivedMessage: Sendable {
    /// The ticket, which is answered once.
    public let ticket: Ticket
    /// The request, or the reason why the message is none. The rights of the sender are not checked.
    public let request: Result<Request, Failure>
}
