// One capability of the engine, as the control loop knows it. Control loop only.
internal import Dictation
internal import Glibc

/// A part of the engine that owns one capability: its state, its verbs, its worker thread, and its fields of `status` and of topics.
///
/// The loop knows desks by these members alone. A desk reads what another desk shows and calls its verbs, and never changes its
/// state. All that concerns several desks goes through `Switchboard.tell`.
protocol Desk: AnyObject {
    /// Looks once at all that has come for this desk. Called in each round of the loop; does not block.
    func turn(_ now: Moment)

    /// Milliseconds until `turn` has something to do that wakes nobody; -1 for none.
    var timeout: Int32 { get }

    /// Descriptors that wake the loop, as poll(2) takes them.
    var descriptors: [pollfd] { get }

    /// Takes in news of another desk. Called as soon as it is told; does not block.
    func hear(_ news: News)

    /// Own fields of the verb `status`, for an asker of that authority.
    func status(for authority: Authority) -> Fields

    /// Own fields of a topic; empty where the desk has none in it.
    func fields(of topic: Topic) -> Fields
}

extension Desk {
    func turn(_ now: Moment) {}
    var timeout: Int32 { -1 }
    var descriptors: [pollfd] { [] }
    func hear(_ news: News) {}
    func status(for authority: Authority) -> Fields { [:] }
    func fields(of topic: Topic) -> Fields { [:] }
}
