// Asks an engine that is quiet if it lives. One thread at a time; a value, no I/O.
internal import Dictation
import System

/// Decides when a client that waits for a long answer asks the engine for a sign of life, and when it gives the engine up. An
/// engine whose process or control loop stands still answers nothing: the answer to a long operation would be waited for in vain.
struct LifeCheck {
    /// Seconds without a packet after which the engine is asked.
    static let quiet = 5.0
    /// Seconds after the question within which any packet must come: the loop of a living engine has a turn in less than one.
    static let patience = 15.0

    /// The question; its answer has an address of its own. Nil if the client does not ask.
    let question: OSCMessage?
    private var heard: Moment
    private var asked: Moment?

    /// Begins to watch an engine that was sent a request; nil for a connection that only waits. A ping asks the same itself, and an engine that quits takes its time.
    init(_ request: Request?, now: Moment = .now) {
        let isOwn = request.map { $0.verb == .engine(.ping) || $0.verb == .engine(.quit) } ?? true
        question = isOwn ? nil : (try? CommandTable.request(.engine(.ping)))?.message
        heard = now
    }

    /// Notes that something came.
    mutating func hear(now: Moment = .now) { (heard, asked) = (now, nil) }

    /// True if the question is due: it is to be sent now.
    mutating func isDue(now: Moment = .now) -> Bool {
        guard question != nil, asked == nil, now.seconds(since: heard) >= Self.quiet else { return false }
        asked = now
        return true
    }

    /// Whole seconds for which the engine has been silent, once they are too many; nil before.
    func silence(now: Moment = .now) -> Double? {
        guard let asked, now.seconds(since: asked) >= Self.patience else { return nil }
        return now.seconds(since: heard).rounded()
    }
}
