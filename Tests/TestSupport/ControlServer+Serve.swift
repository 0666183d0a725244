// Carries out requests as an engine does, with made-up answers. One thread at a time.
public import Control
public import Dictation

extension ControlServer {
    /// Takes the messages that have come and answers them in their order: those that need no state of an engine from the table,
    /// all others by `perform`, which returns nil for an answer that comes later.
    public mutating func serve(_ perform: (Request, Ticket) -> Result<Reply, Failure>?) throws(ControlError) {
        let (messages, error) = receiveMessages()
        for message in messages {
            let result: Result<Reply, Failure>?
            switch message.request {
            case .failure(let failure): result = .failure(failure)
            case .success(let request):
                var own: Result<Reply, Failure>?
                if case .engine(let verb) = request.verb { own = verb.reply(to: request, engine: engine) }
                result = own ?? perform(request, message.ticket)
            }
            if let result { try answer(message.ticket, result) }
        }
        if let error { throw error }
    }
}
