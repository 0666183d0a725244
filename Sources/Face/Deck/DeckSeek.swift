// Locates by the mouse. Any thread; a value.
internal import Dictation
internal import Drawing

/// Sends the playhead where the mouse drags it: one command at a time, and the newest place next, so that a fast hand queues
/// nothing.
struct DeckSeek: Sendable, Equatable {
    private var ticket: Int?
    private var sent: Int64?
    private var wanted: Int64?

    /// Moves the playhead to a frame.
    mutating func locate(_ frame: Int64, _ context: inout FaceContext) {
        guard ticket == nil else {
            wanted = frame
            return
        }
        sent = frame
        ticket = context.ask("locate \(frame)f")
    }

    /// Takes the answer to the last locate.
    mutating func take(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        guard ticket == self.ticket else { return }
        self.ticket = nil
        if case .failure(let failure) = answer { context.say(failure.words, .error) }
        guard let next = wanted, next != sent else { return }
        wanted = nil
        locate(next, &context)
    }
}
