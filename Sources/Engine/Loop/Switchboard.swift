// Links between desks. Control loop only.
internal import Control
internal import Dictation

/// Carries news to all desks, and requests to the desk that carries them out.
final class Switchboard {
    /// The engine, which owns the desks and outlives them. Set once.
    unowned var engine: Engine?
    /// True after any news or request since `takeFreshness`: the loop then takes another round before it sleeps.
    private var isFresh = false

    /// Tells all desks at once, in the order of their turns.
    func tell(_ news: News) {
        if case .woken = news {} else { isFresh = true }
        for desk in engine?.desks.all ?? [] { desk.hear(news) }
    }

    /// Tells hooks, the session manager and subscribers of an event.
    func tell(_ event: HookEvent, _ fields: Fields) { tell(.event(event, fields)) }

    /// Logs an error that no caller waits for, and sends it as the event `error`. `what` is the verb or part that failed.
    /// The text is made twice: in English for the log, and in the language of the user.
    func report(_ error: @autoclosure () -> LogText, of what: String) {
        EngineLog.say(.error, LogArea(of: what), error())
        tell(.error, ["message": .text(error().told), "what": .text(what)])
    }

    /// Carries out a request if `authority` permits it. `sender` is nil for a request that did not come over a socket, and such a
    /// request cannot subscribe. `answer` is called exactly once: before this returns, or later.
    func perform(
        _ request: Request, by authority: Authority, from sender: Sender? = nil, _ answer: @escaping WholeAnswer
    ) {
        isFresh = true
        engine?.perform(request, by: authority, from: sender, answer)
    }

    /// True if a sender certainly waits for no answer any more. False without a sender, and for one that cannot be known.
    func isGone(_ sender: Sender?) -> Bool {
        guard let sender, let engine else { return false }
        return engine.desks.requests.isGone(sender)
    }

    /// All fields of a topic, in the topic's order.
    func fields(of topic: Topic) -> Fields { engine?.desks.fields(of: topic) ?? [:] }

    /// Ends the control loop after this round.
    func quit() { engine?.quit() }

    /// True after `quit`.
    var isQuitting: Bool { engine?.isQuitting ?? true }

    /// True if there was news or a request since the last call; resets that.
    func takeFreshness() -> Bool {
        defer { isFresh = false }
        return isFresh
    }
}
