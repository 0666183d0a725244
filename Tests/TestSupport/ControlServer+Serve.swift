// Carries out requests as an engine does, with made-up answers. One thread at a time.
public import Control
public import Dictation

extension ControlServer {
    /// Takes the requests that have come and answers them: those that need no state of an engine from the table, all others by
    /// `perform`, which returns nil for an answer that comes later.
    public mutating func serve(_ perform: (Request, Ticket) -> Result<Reply, Failure>?) throws(ControlError) {
        let (requests, error) = receiveRequests()
        for received in requests {
            var own: Result<Reply, Failure>?
            if case .engine(let verb) = received.request.verb { own = verb.reply(to: received.request, engine: engine) }
            if let result = own ?? perform(received.request, received.ticket) { try answer(received.ticket, result) }
        }
        if let error { throw error }
    }
}
