// Errors of the catalogue. Any thread; values.
public import Dictation
internal import Messages
public import Recognition
public import Storage

/// Reasons why the library did not carry out a request. The descriptions are shown to users.
public enum CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file could not be read or written.
    case storage(StorageError)
    /// Another operation uses the recording.
    case conflict(name: String, verb: String, operation: UInt64)
    /// A take runs into the recording.
    case inUse(name: String, verb: String)
    /// Some of several recordings failed, each with its reason; the others are done.
    case partly(verb: String, failed: [String], total: Int)
    /// The operation was cancelled after `done` of `total` recordings.
    case cancelled(verb: String, done: Int, total: Int)
    /// No operation with this ID can be cancelled.
    case noSuchOperation(UInt64)
    /// A marker of this recording was refused.
    case marker(MarkerError, name: String)
    /// No recording matches the pattern.
    case noMatch(pattern: String, folder: String)
    /// No file in the folders of an import is audio; so many others are in them.
    case nothingToImport(skipped: Int)
    /// Speech was not written down.
    case recognition(RecognitionError)
    /// The recording as it is now does not allow the request, for this reason.
    case refused(String)
    /// The request is wrong, for this reason.
    case usage(String)

    /// Failures that one sentence names; the items of the reply name all of them.
    private static let mostNamed = 20

    /// The error as a sentence for the user.
    public var description: String {
        switch self {
        case .storage(let error): error.description
        case .conflict(let name, let verb, let operation):
            tr("\(name) is part of operation \(operation) (\(verb)): wait until it has ended, or cancel it (dicta operations)")
        case .inUse(let name, let verb):
            tr("cannot \(verb) \(name) while it is recorded; stop the take first")
        case .partly(let verb, let failed, let total): Self.partly(verb, failed, total)
        case .cancelled(let verb, let done, let total):
            tr("\(verb): cancelled after \(done) of \(total); what was done stays done")
        case .noSuchOperation(let id):
            tr("there is no operation \(id) to cancel; 'dicta operations' lists them")
        case .noMatch(let pattern, let folder):
            tr("no recording matches \(pattern) in \(folder): 'dicta ls' lists all recordings")
        case .nothingToImport(let skipped):
            skipped > 0
                ? tr("import: no audio file was found; files left alone: \(skipped)")
                : tr("import: no audio file was found; check the folder")
        case .marker(let error, let name): "\(name): \(error)"
        case .recognition(let error): error.description
        case .refused(let words), .usage(let words): words
        }
    }

    /// The sentence about failures of several recordings.
    private static func partly(_ verb: String, _ failed: [String], _ total: Int) -> String {
        let (count, more) = (failed.count, failed.count - mostNamed)
        let rest = more > 0 ? [tr("and \(more) more")] : []
        let reasons = (failed.prefix(mostNamed) + rest).joined(separator: "; ")
        return count < total
            ? tr("\(verb): \(count) of \(total) failed, the others are done: \(reasons)")
            : tr("\(verb): \(count) of \(total) failed: \(reasons)")
    }

    /// The error with its code, as the control socket sends it.
    public var failure: Failure {
        let code: FailureCode =
            switch self {
            case .storage(let error): error.failureCode
            case .conflict, .inUse, .refused: .wrongState
            case .partly: .storage
            case .cancelled: .refused
            case .noSuchOperation, .noMatch, .nothingToImport: .notFound
            case .marker(let error, _): error.failureCode
            case .recognition(let error): error.failureCode
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
