// Room: Engine. Control loop to library worker.

/// What the control loop asks of the library worker. An `id` comes back with every event it leads to.
enum LibraryMessage: Sendable {
    case list(id: UInt64)
    /// Tell all that is known of a recording.
    case describe(id: UInt64, name: String)
    /// Find a file by a recording's name or by its path and make it readable, which can mean to decode it first.
    case open(id: UInt64, name: String)
    /// Keep where listening was left, in frames of the file. Files outside the library and those without a sidecar are passed
    /// over in silence.
    case remember(path: String, frames: Int64)
    /// Decode for this `open` no more; nothing is said of it from now on. One that is done or never was is no error.
    case cancel(id: UInt64)
    /// Do what was asked for before, end what is being decoded, and return.
    case quit
}
