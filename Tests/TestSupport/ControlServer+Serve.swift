// Carries out requests as an engine does, with made-up answers. One thread at a time.
public import Control
public import Dictation

extension ControlServer {
    /// Takes the messages that have come and answers them in their order: those that need no state of an engine from the table,
    /// all others by `perform`, which returns nil for an answer that comes later.
    public mutating func serve(_ perform: (Request, Ticket) -> Result<Reply, Failure>?) throws(ControlError) {
        try receive()
        for _ in 0..<4096 {
            guard let message = try next(.all) else { return }
            if let result = result(of: message, perform) { try answer(message.ticket, result) }
        }
    }

    private func result(
        of message: ReceivedMessage, _ perform: (Request, Ticket) -> Result<Reply, Failure>?
    ) -> Result<Reply, Failure>? {
        switch message.request {
        case .failure(let failure): return .failure(failure)
        case .success(let request):
            if case .engine(let verb) = request.verb, let reply = verb.reply(to: request, engine: engine) {
                // The process of a stand-in is that of the tests, whose end 'dicta quit' would wait for.
                return reply.map { Reply(Fields($0.fields.all.filter { $0.key != "pid" }), items: $0.items) }
            }
            return perform(request, message.ticket)
        }
    }
}
