// Room: Engine. Library worker to control loop.
internal import Control
internal import Storage

/// What the library worker has to say.
enum LibraryEvent: Sendable {
    /// The answer to `ls`, ready to be sent.
    case listed(id: UInt64, Reply)
    /// The answer to `info`; a sidecar that cannot be understood is told as `metadata_error`.
    case described(id: UInt64, Fields)
    case opened(id: UInt64, Playable)
    case refused(id: UInt64, EngineError)
    /// How much of a file is decoded, 0 to 1; first 0, and then a few times a second where the file tells its length.
    case progress(id: UInt64, Double)
    /// A play position could not be read or kept; all else goes on.
    case forgotten(path: String, EngineError)
}
