// Interface between the control loop and one capability of the engine. Control loop only.
internal import Dictation
internal import System
internal import Threads

/// A part of the engine that owns one capability: its state, verbs and worker thread, and its fields of `status` and of topics.
///
/// The loop uses desks through these members only. A desk may read what another desk shows and call its verbs, but never
/// changes another desk's state. News for several desks goes through `Switchboard.tell`.
protocol Desk: AnyObject {
    /// Takes everything that has come for this desk. Called in each round of the loop; does not block.
    func turn(_ now: Moment)

    /// Milliseconds until `turn` has work that no descriptor announces; -1 for none.
    var timeout: Int32 { get }

    /// Descriptors that wake the loop, in the form that poll(2) takes.
    var descriptors: [PollEntry] { get }

    /// Takes news of another desk. Called synchronously, once for each news; does not block.
    func hear(_ news: News)

    /// The desk's fields of the verb `status`, as far as this authority may see them.
    func status(for authority: Authority) -> Fields

    /// The desk's fields of a topic; empty if it has none.
    func fields(of topic: Topic) -> Fields
}

extension Desk {
    func turn(_ now: Moment) {}
    var timeout: Int32 { -1 }
    var descriptors: [PollEntry] { [] }
    func hear(_ news: News) {}
    func status(for authority: Authority) -> Fields { [:] }
    func fields(of topic: Topic) -> Fields { [:] }
}

/// Called exactly once with the fields of the reply or an error: at once, or when the work is done.
typealias Answer = (Result<Fields, EngineError>) -> Void

/// Called exactly once with the complete reply or an error: at once, or when the work is done.
typealias WholeAnswer = (Result<Reply, EngineError>) -> Void
