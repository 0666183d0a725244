// A value any thread may hold; the words of this room.
public import Dictation
public import Storage

/// Why the library did not do what it was asked for.
public enum CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    case storage(StorageError)
    /// Another operation has it.
    case conflict(name: String, verb: String, operation: UInt64)
    /// It is recorded or played.
    case inUse(name: String, verb: String, how: String)
    /// Some of several were not done.
    case partly(verb: String, failed: Int, total: Int, first: String)
    case cancelled(verb: String, done: Int, total: Int)
    case noSuchOperation(UInt64)
    case marker(MarkerError, name: String)
    case noMatch(pattern: String, folder: String)
    case usage(String)

    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .conflict(let name, let verb, let operation):
            "\(name) is part of operation \(operation) (\(verb)), which is not done yet; wait for it or cancel it (dicta operations)"
        case .inUse(let name, let verb, let how):
            "cannot \(verb) \(name) while it is \(how); stop that first"
        case .partly(let verb, let failed, let total, let first):
            "\(verb): \(failed) of \(total) failed, the others are done; the first: \(first)"
        case .cancelled(let verb, let done, let total):
            "\(verb): cancelled after \(done) of \(total); what was done stays done"
        case .noSuchOperation(let id):
            "there is no operation \(id) to cancel; 'dicta operations' lists them"
        case .noMatch(let pattern, let folder):
            "no recording matches \(pattern) in \(folder); list what is there"
        case .marker(let error, let name): "\(name): \(error)"
        case .usage(let words): words
        }
    }

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
    public var failureCode: FailureCode {
        switch self {
        case .unknown, .noneAfter: .notFound
        case .pastEnd: .refused
        case .noPlace: .badArgument
        }
    }
}

extension StorageError {
    /// How it is told over the control socket, and what `dicta` exits with.
    public var failureCode: FailureCode {
        switch self {
        case .missing, .noSuchRecording: .notFound
        case .diskFull: .diskFull
        case .busy, .leftOpen: .wrongState
        default: .storage
        }
    }
}
