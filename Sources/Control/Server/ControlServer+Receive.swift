// Receives and handles requests. One thread at a time; never blocks.
public import Dictation
import System

extension ControlServer {
    /// The next packet of the Unix socket; nil when none waits. A packet of another user, or one that is too large, is answered
    /// with an error here.
    public mutating func receive() throws(ControlError) -> Packet? {
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

    /// Reads waiting packets (up to `ControlLimits.packetsATurn` of each socket and connection), checks each message by the
    /// command table, calls `perform`, and answers. `perform` returns nil when the answer comes later through `answer(_:_:)`
    /// with the ticket, and must heed the ticket's `due`. `isSubscriber` keeps a connection from making room for a new one.
    public mutating func serve(
        isSubscriber: (Sender) -> Bool = { _ in false }, _ perform: (Request, Ticket) -> Result<Reply, Failure>?
    ) throws(ControlError) {
        for _ in 0..<ControlLimits.packetsATurn {
            guard let packet = try receive() else { break }
            try handle(packet, perform)
        }
        try serveNetwork(isSubscriber: isSubscriber, perform)
    }

    mutating func handle(
        _ packet: Packet, _ perform: (Request, Ticket) -> Result<Reply, Failure>?
    ) throws(ControlError) {
        let orders = Dispatcher(engine: engine, permissions: permissions).dispatch(in: packet)
        network.owe(orders.count, to: packet.sender)
        for order in orders {
            switch order {
            case .answered(let ticket, let result):
                try answer(ticket, result)
            case .perform(let request, let ticket):
                if let result = perform(request, ticket) { try answer(ticket, result) }
            }
        }
    }
}
