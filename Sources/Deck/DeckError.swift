// Room: Deck. Any thread.
public import Storage
public import Stretch

/// What keeps a recording from being played, in the words of the room where it happened.
public enum DeckError: Error, Hashable, Sendable, CustomStringConvertible {
    case storage(StorageError)
    case stretch(StretchError)
    /// A recording of which everything was deleted.
    case empty
    /// Segments of one recording that were made at different rates.
    case mixedRates(path: String, rate: Int, wanted: Int)

    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .stretch(let error): error.description
        case .empty: "there is nothing in it to hear: all of it was deleted (dicta undo)"
        case .mixedRates(let path, let rate, let wanted):
            "\(path) has \(rate) frames a second and the recording's first segment \(wanted): export one of them at the other rate"
        }
    }
}
