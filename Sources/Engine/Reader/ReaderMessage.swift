// Messages to the reader thread, and its events. Values of any thread.
internal import JackClient
internal import Storage

/// Messages from the control loop to the reader.
enum ReaderMessage: Sendable {
    case attach(JackClient)
    case detach
    /// Open this beside what plays; nothing of it is played before a `.locate`.
    case load(id: UInt64, TimelineSource)
    /// The file of this load is not needed any more.
    case unload(id: UInt64)
    /// Feed the playback ring from this frame of that load on, under this generation, like this.
    case locate(load: UInt64, frame: Int64, generation: UInt32, PlaySettings)
    /// Play like this from the frame on that is heard now.
    case settings(PlaySettings)
    /// Move the playhead by so many frames, from the one that is heard now.
    case nudge(id: UInt32, frames: Int64)
    /// So many frames of a take that is being written are safe to read now.
    case grow(load: UInt64, frames: Int64, isComplete: Bool)
    case quit
}

/// Events that the reader tells the control loop.
enum ReaderEvent: Sendable {
    case loaded(id: UInt64, SegmentInfo)
    case refused(id: UInt64, EngineError)
    /// Nudge `id` landed on this frame; nil when something else moved the playhead before.
    case nudged(id: UInt32, to: Double?)
    /// The nudge led to a place where nothing can be read.
    case notNudged(id: UInt32, EngineError)
    /// Too near to the head of a take that is being written: played at rate 1 until that changes.
    case heldBack(Bool)
    /// Reading failed in the middle; playback ends there.
    case failed(EngineError)
    case detached
}
