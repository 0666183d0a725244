// The reasons for which the tour ends early. One thread; values.
import Dictation

/// The end of the tour before its last step.
enum TourEnd: Error {
    /// The user has enough of it, or the terminal is gone.
    case quit
    /// A signal asked the program to end.
    case signal(Int32)
    /// A command failed, or nothing can be written.
    case failed(DictaError)
}

extension TourEnd {
    /// The kind of the error; nil if it is none.
    var code: FailureCode? {
        switch self {
        case .quit, .signal: nil
        case .failed(let error): error.code
        }
    }
}
