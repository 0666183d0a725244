// Orders to the writer thread, and its events. Any thread; values.
package import Dictation
package import JackClient
package import Messages
package import Storage
package import Threads

/// Orders to the writer thread.
package enum WriterOrder: Sendable {
    /// Capture from this client, which runs.
    case attach(JackClient)
    /// Let go of the client: write the frames it still holds and close an open take for this reason. With `goesOn` the take is to
    /// continue at the next server.
    case detach(Segment.EndReason, goesOn: Bool = false)
    /// Arm a take: it begins with the first sound.
    case arm(TakeRequest)
    /// The recording of the armed take, or of the take that is to continue, has this name now; nil if it is gone, and the take
    /// with it.
    case follow(name: String?)
    /// Begin a take.
    case begin(TakeRequest)
    /// The server has stalled: close an open take for this reason, and hold the frames after it for `goOn`.
    case interrupt(Segment.EndReason, goesOn: Bool = false)
    /// Continue a take with the next sound there is.
    case goOn(TakeRequest)
    /// Do not continue a take: forget one that has not begun again, end one that has.
    case letGo
    /// Start, pause, resume or stop at a frame.
    case edge(Take.Edge)
    /// Cancel the pause or resume at this extended frame.
    case withdraw(frame: Int64)
    /// Set, change or remove a marker of the take.
    case mark(TakeMark)
    /// Describe the open take with its waveform up to now.
    case draw
    /// Bring an open take to the disk as far as it is, and report it.
    case sync
    /// Close an open take and end the thread.
    case quit
}

/// Events from the writer thread.
package enum WriterEvent: Sendable {
    /// The file of a take is open, under the requested names or the next ones that were free. The request has the frames at which
    /// the take begins.
    case opened(TakeRequest)
    /// Answer to `letGo` when no take had continued.
    case abandoned
    /// A segment that continued a take has ended without frames and was discarded.
    case dropped(TakeRequest, Segment.EndReason, [EngineError])
    /// A take is armed; it has no file before its first sound.
    case armed(id: UInt64)
    /// An armed take ended before its first sound. The threshold is in dB; nil when it was not known.
    case unheard(id: UInt64, Segment.EndReason, threshold: Double?)
    /// The open take has paused in silence, or has gone on.
    case voice(id: UInt64, isOpen: Bool)
    /// The input of a take with voice activation has no silence, for this reason.
    case noisy(id: UInt64, Message)
    /// The file of a take could not be created; nothing was recorded.
    case refused(id: UInt64, EngineError)
    /// So many frames are left until the take reaches its longest length.
    case warning(id: UInt64, left: Int64)
    /// The open file of a take was deleted or moved, or with nil is back at its place; the take goes on.
    case lost(id: UInt64, StorageError?)
    /// The take goes on in the next recording, at the start frame of this request; the recording before it is closed later.
    /// `caller` is the number of the split's caller.
    case split(TakeRequest, caller: UInt64?)
    /// A split was refused or has failed: the take goes on in its recording.
    case notSplit(caller: UInt64?, EngineError)
    /// A take is over: its file is closed and synced, and its metadata saved.
    case closed(TakeSummary)
    /// A marker request was carried out or refused.
    case marked(id: UInt64, Result<TakeMarkResult, EngineError>)
    /// Answer to `draw`; nil without an open take.
    case drawn(Result<OpenTake?, EngineError>)
    /// Answer to `sync`.
    case synced(Result<Void, EngineError>)
    /// Answer to `detach`: the writer no longer uses the client.
    case detached
}
