// Failures of recognisers, with their messages. Any thread; values.
public import Dictation
internal import Messages
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
        switch self {
        case .none(let install):
            tr(
                "no recogniser is installed; install one with '\(install)' (faster-whisper), or with 'sudo apt-get install"
                    + " pocketsphinx pocketsphinx-en-us'")
        case .unknown(let name):
            tr("there is no recogniser '\(name)': name whisper-cli, faster-whisper, pocketsphinx, or the path of a program")
        case .refused(let name, let reason): tr("the recogniser \(name) refused: \(reason)")
        case .failed(let name, let reason): Self.lost(tr("the recogniser \(name) failed: \(reason)"))
        case .garbage(let name, let reason):
            Self.lost(tr("the recogniser \(name) gave an answer that cannot be read: \(reason)"))
        case .hung(let name, let seconds):
            Self.lost(tr("the recogniser \(name) was ended, since it took more than \(seconds) s"))
        case .tooMuch(let name, let reason):
            Self.lost(tr("the recogniser \(name) was ended, since it answered too much: \(reason)"))
        case .unreadable(let path, let setting):
            tr("\(path) is not there or cannot be read: check the path, or the setting \(setting)")
        case .storage(let error): error.description
        }
    }

    /// The problem, and the next step after an answer that is lost.
    private static func lost(_ problem: String) -> String {
        let step = tr("nothing of that answer is kept. Try another recogniser (dicta transcribe --recogniser)")
        return "\(problem); \(step)"
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
