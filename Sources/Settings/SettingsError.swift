// Errors in requests about settings, and their texts. Any thread; values.
public import Dictation
internal import Messages
public import Storage

/// Reasons why settings were not changed or not shown. The descriptions are shown to users.
public enum SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The change is wrong, for this reason.
    case refused(String)
    /// There is no home folder, so there is no file for settings.
    case noPlace
    /// The file could not be read or written.
    case storage(StorageError)

    /// The error as a sentence for the user, with a remedy.
    public var description: String {
        switch self {
        // The reason is last: it may end with a question.
        case .refused(let words): tr("nothing was changed: \(words) (dicta help set)")
        case .noPlace: tr("there is no place for settings: set HOME or XDG_CONFIG_HOME")
        case .storage(let error): error.description
        }
    }

    /// The error with its code, as the control socket sends it.
    public var failure: Failure {
        let code: FailureCode =
            switch self {
            case .refused, .noPlace: .badArgument
            case .storage(let error): error.failureCode
            }
        return Failure(code, description)
    }
}
