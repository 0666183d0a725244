// News that a desk tells all others. Control loop only; values.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Recorder
internal import Threads

/// A change that concerns more desks than the one in which it happened.
enum News {
    /// A new JACK client runs; all desks start afresh with it.
    case attached(GraphTime)
    /// The JACK client is lost; it lives until each thread that works on it has released it.
    case detaching(GraphTime)
    /// No period has come for longer than the setting `jack-patience`.
    case stalled
    /// Periods come again after `stalled`, at their normal pace.
    case moves(GraphTime)
    /// The process callback reports an event.
    case realtime(RealtimeEvent, GraphTime)
    /// One side of the client was connected to these ports by a pattern of the settings; to none if that has failed, or was not
    /// needed.
    case connected(JackClient.Side, [String], JackClient)
    /// The exchange of connections with this number was carried out, or not.
    case exchanged(UInt64, JackError?)
    /// The ports that can feed the inputs, as the question with this number asked.
    case listed(UInt64, [SourcePort])
    /// A JACK session was answered: with success or failure of the save, and any error of the answer itself.
    case sessionAnswered(JackSessionEvent, isSaved: Bool, JackError?)

    /// The settings with these keys have changed; the second value has all settings.
    case settings(Set<ParameterKey>, Request)
    /// The session manager has loaded all clients of the session.
    case sessionLoaded

    /// A take was closed and described in its sidecar. It may go on when its server returns.
    case takeClosed(TakeSummary)
    /// A take goes on in the next recording, which this request describes.
    case takeSplit(TakeRequest)
    /// A part of a take ended without a frame.
    case takeDropped(TakeRequest)
    /// A take, or a part of one that a split has ended, is over and will not go on.
    case takeEnded(TakeSummary)
    /// A marker of the running take was set or changed, or was refused.
    case takeMarked(id: UInt64, Result<TakeMarkResult, EngineError>)

    /// The library worker posted an event.
    case library(LibraryEvent)
    /// An edit has changed the timeline of a recording.
    case timelineChanged(name: String, by: LibraryVerb)

    /// The transport was locked or unlocked.
    case lock(isLocked: Bool)

    /// An event for hooks, for the session manager and for subscribers.
    case event(HookEvent, Fields)
    /// A descriptor woke the loop.
    case woken
}
