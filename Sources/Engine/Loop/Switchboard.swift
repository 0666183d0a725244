// The lines between desks. Control loop only.
internal import Control
internal import Dictation

/// Carries news to all desks, and requests to the desk that does them.
final class Switchboard {
    /// Set once by the engine, which owns the desks and outlives them.
    unowned var engine: Engine?
    /// True once something was told or asked for since `takeFreshness`: the loop goes round again before it sleeps.
    private var isFresh = false

    /// Tells all desks at once, in the order of their turns.
    func tell(_ news: News) {
        if case .woken = news {} else { isFresh = true }
        for desk in engine?.desks.all ?? [] { desk.hear(news) }
    }

    /// Tells programs of the user and the session manager.
    func tell(_ event: HookEvent, _ fields: Fields) { tell(.event(event, fields)) }

    /// Writes an error that nobody waits for to the log, and tells it as the event `error`; `what` is the verb or part that failed.
    func report(_ error: String, of what: String) {
        EngineLog.say(error)
        tell(.error, ["message": .text(error), "what": .text(what)])
    }

    /// Has a request done; `answer` is called once, now or when it is done.
    func perform(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) {
        isFresh = true
        engine?.perform(request, by: authority, answer)
    }

    /// The same for a request that came over the control socket or the network.
    func perform(_ request: Request, from sender: Sender, _ answer: @escaping (Result<Reply, Failure>) -> Void) {
        isFresh = true
        engine?.perform(request, from: sender, answer)
    }

    /// All fields of a topic, in its order.
    func fields(of topic: Topic) -> Fields { engine?.desks.fields(of: topic) ?? [:] }

    /// Ends the loop after this round.
    func quit() { engine?.quit() }

    /// True after `quit`.
    var isQuitting: Bool { engine?.isQuitting ?? true }

    /// Whether anything was told or asked for since the last call.
    func takeFreshness() -> Bool {
        defer { isFresh = false }
        return isFresh
    }
}
