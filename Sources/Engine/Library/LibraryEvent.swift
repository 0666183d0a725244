// Events of the library thread. Values of any thread.
internal import Dictation
internal import Storage

/// Events that the library worker tells the control loop.
enum LibraryEvent: Sendable {
    /// The answer to a verb of the library, ready to be sent.
    case answered(id: UInt64, Reply)
    case recalled(id: UInt64, Recording)
    /// The markers of a recording are different now.
    case marked(id: UInt64, name: String, Reply, [Marker])
    case opened(id: UInt64, Playable)
    case refused(id: UInt64, EngineError)
    /// Decoded part of a file, 0 to 1; first 0, and then a few times a second where the file tells its length.
    case progress(id: UInt64, Double)
    /// The operation at work and its progress; nil once all is done.
    case working(Working?)
    /// The leavings of a crash are put right, or could not be, in words.
    case recovered(String)
    /// Connections could not be kept; all else goes on.
    case connectionsForgotten(EngineError)
    /// A play position could not be read or kept; all else goes on.
    case forgotten(path: String, EngineError)
}
