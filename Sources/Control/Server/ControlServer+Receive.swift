// Control loop only; never blocks.
public import Dictation
import Glibc

extension ControlServer {
    /// The next packet, or nothing when none waits. What another user sent, and what is too large, is answered with an
    /// error here and not handed out.
    public mutating func receive() throws(ControlError) -> Packet? {
        while let datagram = try socket.receive(into: &buffer, path: path) {
            let sender = Sender(address: datagram.from)
            let objection: ControlError?
            if datagram.uid != geteuid(), datagram.uid != 0 {
                objection = .foreignUser(uid: datagram.uid ?? .max)
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

    /// Takes what waits (up to `ControlLimits.packetsATurn` packets of each socket and connection), checks it by the table, lets
    /// `perform` do it, and answers. `perform` gives nothing when the answer comes later, through `answer(_:_:)` with the
    /// ticket; it has to look at the ticket's `due`. A connection that `isSubscriber` says so of is not ended for a new one.
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
