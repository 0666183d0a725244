// Translation of errors into failures for the control socket. Any thread; values.
internal import Catalogue
internal import Dictation
internal import Settings
internal import Storage
internal import Threads

extension EngineError {
    /// The error with its code, in the form in which the control socket sends it.
    var failure: Failure {
        if case .catalogue(let error) = self { return error.failure }
        if case .settings(let error) = self { return error.failure }
        let code: FailureCode =
            switch self {
            case .system: .broken
            case .noServer, .serverStill, .jack: .noServer
            case .noSpace, .noRoomForCopy: .diskFull
            case .storage(let error): error.failureCode
            case .marker(let error): error.failureCode
            case .catalogue, .settings, .playback: .storage
            case .framePast, .usage, .taken: .badArgument
            case .nothingLearnt: .notFound
            case .pastEnd, .stretch, .tooManyHeld: .refused
            case .takeEnded, .notSplit: .storage
            case .refused(let refusal): refusal.code
            }
        return Failure(code, description)
    }
}
