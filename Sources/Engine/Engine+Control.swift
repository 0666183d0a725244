// Room: Engine. Control loop only: between the socket and the verbs.
internal import Control
internal import Dictation

extension Engine {
    /// Takes what waits at the socket and has it done; what takes longer is answered when it is done.
    func receive() {
        var orders: [(Request, Ticket)] = []
        attempt { (server) throws(ControlError) in
            try server.flush()
            try server.serve(isSubscriber: { subscriptions.has($0) }) { request, ticket in
                orders.append((request, ticket))
                return nil
            }
            for line in server.takeRefusals() { EngineLog.say(line) }
        }
        // Done after the packets are taken, since a verb may answer at once, through the same server.
        for (request, ticket) in orders {
            if ticket.due == nil { take(request, ticket) } else { wait(request, ticket) }
        }
    }

    func take(_ request: Request, _ ticket: Ticket) {
        let authority = ticket.sender.authority
        if let refusal = permissions.refusal(of: request, by: authority) {
            attempt { (server) throws(ControlError) in try server.answer(ticket, .failure(refusal)) }
            return
        }
        if let result = ownResult(of: request, ticket) {
            attempt { (server) throws(ControlError) in try server.answer(ticket, result) }
            return
        }
        perform(request, by: authority) { [self] result in
            attempt { (server) throws(ControlError) in
                try server.answer(ticket, result.mapError { $0.failure })
            }
        }
    }

    /// Privileges of surfaces, as last set.
    var permissions: Permissions { server.permissions }

    /// A socket that fails is told of; the take goes on without it.
    func attempt(_ work: (inout ControlServer) throws(ControlError) -> Void) {
        do throws(ControlError) {
            try work(&server)
        } catch {
            EngineLog.say(error.description)
        }
    }
}
