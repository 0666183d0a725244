// Errors of the catalogue. Any thread; values.
public import Dictation
public import Storage

/// Reasons why the library did not carry out a request. The descriptions are shown to users.
public enum CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file could not be read or written.
    case storage(StorageError)
    /// Another operation uses the recording.
    case conflict(name: String, verb: String, operation: UInt64)
    /// The recording is being recorded or played.
    case inUse(name: String, verb: String, how: String)
    /// Some of several recordings failed; the others are done.
    case partly(verb: String, failed: Int, total: Int, first: String)
    /// The operation was cancelled after `done` of `total` recordings.
    case cancelled(verb: String, done: Int, total: Int)
    /// No operation with this ID can be cancelled.
    case noSuchOperation(UInt64)
    /// A marker of this recording was refused.
    case marker(MarkerError, name: String)
    /// No recording matches the pattern.
    case noMatch(pattern: String, folder: String)
    /// The request is wrong, for this reason.
    case usage(String)

    /// The error as a sentence for the user.
    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .conflict(let name, let verb, let operation):
            "\(name) is part of operation \(operation) (\(verb)): wait until it has ended, or cancel it (dicta operations)"
        case .inUse(let name, let verb, let how):
            "cannot \(verb) \(name) while it is \(how); \(how == "loaded" ? "play another recording" : "stop the take") first"
        case .partly(let verb, let failed, let total, let first):
            "\(verb): \(failed) of \(total) failed, the others are done; the first: \(first)"
        case .cancelled(let verb, let done, let total):
            "\(verb): cancelled after \(done) of \(total); what was done stays done"
        case .noSuchOperation(let id):
            "there is no operation \(id) to cancel; 'dicta operations' lists them"
        case .noMatch(let pattern, let folder):
            "no recording matches \(pattern) in \(folder): 'dicta ls' lists all recordings"
        case .marker(let error, let name): "\(name): \(error)"
        case .usage(let words): words
        }
    }

    /// The error with its code, as the control socket sends it.
    public var failure: Failure {
        let code: FailureCode =
            switch self {
            case .storage(let error): error.failureCode
            case .conflict, .inUse: .wrongState
            case .partly: .storage
            case .cancelled: .refused
            case .noSuchOperation, .noMatch: .notFound
            case .marker(let error, _): error.failureCode
            case .usage: .badArgument
            }
        return Failure(code, description)
    }
}

extension MarkerError {
    /// The code that the control socket sends and that `dicta` exits with.
    public var failureCode: FailureCode {
        switch self {
        case .unknown, .noneAfter: .notFound
        case .pastEnd: .refused
        case .noPlace: .badArgument
        }
    }
}

extension StorageError {
    /// The code that the control socket sends and that `dicta` exits with.
    public var failureCode: FailureCode {
        switch self {
        case .missing, .noSuchRecording: .notFound
        case .diskFull: .diskFull
        case .busy, .leftOpen: .wrongState
        default: .storage
        }
    }
}
