// Messages to the writer thread, and its events. Values of any thread.
internal import Dictation
internal import JackClient

/// Messages from the control loop to the writer.
enum WriterMessage: Sendable {
    /// A client runs: capture from it.
    case attach(JackClient)
    /// The client is going: take the frames that it still holds, close an open take for this reason and let go of it.
    case detach(Segment.EndReason)
    case begin(TakeRequest)
    /// The server stands still: close an open take for this reason, and hold the frames after it for `goOn`.
    case interrupt(Segment.EndReason)
    /// A take goes on with the very next sound there is.
    case goOn(TakeRequest)
    /// No take goes on: one that was to go on is forgotten, one that has gone on already is ended.
    case letGo
    case edge(Take.Edge)
    /// The pause or resume for this frame is not to be.
    case withdraw(frame: Int64)
    case mark(TakeMark)
    /// Bring the take, if there is one, to the disk as far as it is, and say so.
    case sync
    case quit
}

/// Events that the writer tells the control loop.
enum WriterEvent: Sendable {
    /// The take's file is open; it has the names that were asked for, or the next ones that were free.
    case opened(id: UInt64, name: String, path: String)
    /// After `letGo`: no take had gone on.
    case abandoned
    /// A part of the take that was to go on has ended without a frame, and is not kept.
    case dropped(TakeRequest, Segment.EndReason, [EngineError])
    /// The take's file could not be made; nothing was recorded.
    case refused(id: UInt64, EngineError)
    /// The take is over and its file closed, synced and described.
    case closed(TakeSummary)
    /// The order for a marker of the take is carried out, or refused.
    case marked(id: UInt64, Result<TakeMarkResult, EngineError>)
    case synced(Result<Void, EngineError>)
    case detached
}
