// Failures of recognisers, with their messages. Any thread; values.
public import Dictation
public import Storage

/// A failure that keeps speech from being written down. The descriptions are shown to users.
public enum RecognitionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No recogniser is installed; `install` is the command that installs one.
    case none(install: String)
    /// The named recogniser is neither an adapter nor a program.
    case unknown(name: String)
    /// The recogniser says that it cannot do it.
    case refused(name: String, reason: String)
    /// The recogniser crashed or failed; `reason` has its last words.
    case failed(name: String, reason: String)
    /// The answer is not one of the contract.
    case garbage(name: String, reason: String)
    /// The recogniser did not come to an end in so many seconds.
    case hung(name: String, seconds: Int)
    /// The recogniser answers more than speech of that length can have.
    case tooMuch(name: String, reason: String)
    /// The vocabulary or the model cannot be read.
    case unreadable(path: String, setting: String)
    /// A file could not be read or written.
    case storage(StorageError)

    /// The message to the user: the problem, its object and the next step.
    public var description: String {
        let check = "; nothing of that answer is kept. Try another recogniser (dicta transcribe --recogniser)"
        return switch self {
        case .none(let install):
            "no recogniser is installed; install one with '\(install)' (faster-whisper), or with 'sudo apt-get install pocketsphinx"
                + " pocketsphinx-en-us'"
        case .unknown(let name):
            "there is no recogniser '\(name)': name whisper-cli, faster-whisper, pocketsphinx, or the path of a program"
        case .refused(let name, let reason): "the recogniser \(name) refused: \(reason)"
        case .failed(let name, let reason): "the recogniser \(name) failed: \(reason)\(check)"
        case .garbage(let name, let reason): "the recogniser \(name) gave an answer that cannot be read: \(reason)\(check)"
        case .hung(let name, let seconds): "the recogniser \(name) was ended, since it took more than \(seconds) s\(check)"
        case .tooMuch(let name, let reason): "the recogniser \(name) was ended, since it answered too much: \(reason)\(check)"
        case .unreadable(let path, let setting):
            "\(path) is not there or cannot be read: check the path, or the setting \(setting)"
        case .storage(let error): error.description
        }
    }

    /// The code that the control socket sends and that `dicta` exits with.
    public var failureCode: FailureCode {
        switch self {
        case .none, .unknown, .unreadable: .notFound
        case .refused, .failed, .garbage, .hung, .tooMuch: .refused
        case .storage(let error): error.failureCode
        }
    }
}
