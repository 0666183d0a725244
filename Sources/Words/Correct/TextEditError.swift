// Errors of edited texts. Any thread; a value, no I/O.
internal import Messages

/// A reason why an edited text is not taken.
public enum TextEditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text has no words, but the one before had some.
    case empty
    /// The text is larger than any transcript.
    case tooLarge(bytes: Int)
    /// The recording has no sound, so words have no place.
    case noSound

    /// One or two sentences for the user.
    public var description: String {
        switch self {
        case .empty:
            tr("the edited text is empty; nothing was changed. To remove all words, keep one and remove it with the sound")
        case .tooLarge(let bytes):
            tr(
                bytes, "the edited text has \(bytes) byte, more than \(TextEdit.mostBytes); nothing was changed",
                "the edited text has \(bytes) bytes, more than \(TextEdit.mostBytes); nothing was changed")
        case .noSound: tr("the recording has no sound to which the text could belong; record something first")
        }
    }
}
