// Failures of playback. A value; any thread.
internal import Messages
public import Storage
public import Stretch

/// A failure that keeps a recording from being played, with the message of the module where it happened.
public enum PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file could not be read.
    case storage(StorageError)
    /// Rate, pitch or sample rate could not be changed.
    case stretch(StretchError)
    /// All audio of the recording was deleted.
    case empty

    /// The message to the user: the reason and the next step.
    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .stretch(let error): error.description
        case .empty: tr("there is nothing to play: all of it was deleted (dicta undo)")
        }
    }
}
