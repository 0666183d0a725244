// Everything that one desk tells all others. Control loop only; a value.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime

/// A change that concerns more than the desk in which it happened.
enum News {
    /// A JACK client runs. All of the engine is made anew for it.
    case attached(GraphTime)
    /// The JACK client goes; it lives until each thread that works on it has let go.
    case detaching(GraphTime)
    /// No period has come for longer than the setting `jack-patience`.
    case stalled
    /// Periods come again after `stalled`.
    case moves(GraphTime)
    /// The process callback has done something.
    case realtime(RealtimeEvent, GraphTime)
    /// These ports of others were disconnected since they hold up the graph; see `HeldPorts`.
    case held([PortConnection], JackClient)
    /// JACK's session was answered: whether the answer says saved, and what kept it from arriving.
    case sessionAnswered(JackSessionEvent, isSaved: Bool, JackError?)

    /// Settings with these keys have other values now, which are the second member.
    case settings(Set<ParameterKey>, Request)
    /// All clients of the session are there.
    case sessionLoaded

    /// A take was closed and described. It may go on when its server is back.
    case takeClosed(TakeSummary)
    /// A part of a take came to nothing.
    case takeDropped(TakeRequest)
    /// A take is over.
    case takeEnded(TakeSummary)
    /// A marker of the running take was set or changed, or could not be.
    case takeMarked(id: UInt64, Result<TakeMarkResult, EngineError>)

    /// The library's worker has something to say.
    case library(LibraryEvent)
    /// A recording has another timeline.
    case timelineChanged(name: String)

    /// Something happened that programs of the user and the session manager are told of.
    case event(HookEvent, Fields)
    /// A descriptor woke the loop.
    case woken
}
