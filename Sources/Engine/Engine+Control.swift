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
        if let result = ownResult(of: request, ticket) {
            attempt { (server) throws(ControlError) in try server.answer(ticket, result) }
            return
        }
        if let refusal = refusal(of: request, from: ticket.sender) {
            attempt { (server) throws(ControlError) in try server.answer(ticket, .failure(refusal)) }
            return
        }
        perform(request) { [self] result in
            attempt { (server) throws(ControlError) in
                try server.answer(ticket, result.mapError { $0.failure })
            }
        }
    }

    /// Whoever can name the programs that hooks run is this user; the ports are open to others too.
    private func refusal(of request: Request, from sender: Sender) -> Failure? {
        guard request.name == "set", !sender.isOwner else { return nil }
        let keys = Set(request.values.keys).union([request.text("key") ?? ""])
        guard let setting = SettingsTable.all.first(where: { $0.isOwners && keys.contains($0.key) }) else { return nil }
        return Failure(.refused, "'\(setting.key)' is only changed through the control socket: use 'dicta set'")
    }

    /// A socket that fails is told of; the take goes on without it.
    func attempt(_ work: (inout ControlServer) throws(ControlError) -> Void) {
        do throws(ControlError) {
            try work(&server)
        } catch {
            EngineLog.say(error.description)
        }
    }
}
