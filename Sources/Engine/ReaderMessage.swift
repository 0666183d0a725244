// Room: Engine. Control loop to reader thread, and back.
internal import JackClient
internal import Storage

/// What the control loop asks of the reader.
enum ReaderMessage: Sendable {
    case attach(JackClient)
    case detach
    /// Open this file, which has to have this rate; nothing is played before a `.locate`, and what plays goes on.
    case load(id: UInt64, path: String, rate: Int)
    /// Feed the playback ring from this frame on, under this generation.
    case locate(frame: Int64, generation: UInt32)
    case quit
}

/// What the reader has to say.
enum ReaderEvent: Sendable {
    case loaded(id: UInt64, SegmentInfo)
    case refused(id: UInt64, EngineError)
    /// Reading failed in the middle; playback ends there.
    case failed(EngineError)
    case detached
}
