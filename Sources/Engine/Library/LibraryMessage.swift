// Messages to the library thread. Values of any thread.
internal import Dictation

/// Messages from the control loop to the library worker. An `id` comes back with every event it leads to.
enum LibraryMessage: Sendable {
    /// Carry out a verb of the library. `name` is the recording that is meant where the request names none; `loaded` is the one
    /// that is played, which must not be taken away.
    case ask(id: UInt64, Request, name: String? = nil, loaded: String? = nil)
    /// Change the markers of a recording.
    case mark(id: UInt64, name: String, MarkerRequest)
    /// Find a file by a recording's name or by its path and make it readable, which can mean to decode it first.
    case open(id: UInt64, name: String)
    /// Tell all of a recording that a take is to go into; one without a description is given one.
    case recall(id: UInt64, name: String)
    /// Keep where listening was left, in frames of the file. Files outside the library and those without a sidecar are passed
    /// over in silence.
    case remember(path: String, frames: Int64)
    /// Put a text in a file that is not the library's, after all that was asked for before.
    case keep(id: UInt64, path: String, text: String)
    /// Keep what the engine's ports are connected to.
    case keepConnections(ConnectionMemory, engine: String)
    /// Decode for this `open` no more; nothing is said of it from now on. One that is done or never was is no error.
    case cancel(id: UInt64)
    /// Do what was asked for before but operations, end what is being decoded, and return.
    case quit
}
