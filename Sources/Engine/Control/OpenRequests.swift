// Counts of requests without an answer yet. Control loop only; a value.
internal import Control
internal import Dictation
internal import Messages

/// Requests that are started and not answered yet, by sender. What waits has memory, and a place before what comes after it: each
/// sender from the network has a share, the questions to the library of all of them together have one, and the owner has none of
/// these limits. A key that stops a take waits for nobody's questions.
struct OpenRequests {
    private var counts: [Sender: Int] = [:]
    private var questions = 0

    /// Notes that a request of a sender begins; or gives the refusal, if too many of this sender or of all from the network wait.
    mutating func begin(_ request: Request, _ sender: Sender) -> Failure? {
        guard sender.authority != .owner else { return nil }
        let (own, isQuestion) = (counts[sender] ?? 0, Self.isQuestion(request))
        guard own < ControlLimits.openOfSender, !isQuestion || questions < ControlLimits.openOfSurfaces else {
            let most = own < ControlLimits.openOfSender ? ControlLimits.openOfSurfaces : ControlLimits.openOfSender
            let words = tr(
                most, "busy: \(most) request waits for its answer already; ask again when it has come",
                "busy: \(most) requests wait for their answers already; ask again when some have come")
            return Failure(.busy, words)
        }
        counts[sender] = own + 1
        if isQuestion { questions += 1 }
        return nil
    }

    /// Notes that a request of a sender is answered.
    mutating func end(_ request: Request, _ sender: Sender) {
        guard let own = counts[sender] else { return }
        counts[sender] = own > 1 ? own - 1 : nil
        if Self.isQuestion(request) { questions -= 1 }
    }

    /// True for a request that the library's thread carries out.
    private static func isQuestion(_ request: Request) -> Bool {
        if case .library = request.verb { return true }
        return request.verb == .marker(.marks)
    }
}
