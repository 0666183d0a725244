// Any thread.
public import Storage
public import Stretch

/// What keeps a recording from being played, in the words of the room where it happened.
public enum PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    case storage(StorageError)
    case stretch(StretchError)
    /// A recording of which everything was deleted.
    case empty

    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .stretch(let error): error.description
        case .empty: "there is nothing in it to hear: all of it was deleted (dicta undo)"
        }
    }
}
