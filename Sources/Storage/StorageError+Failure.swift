// Failure codes of errors in files. Any thread; no state.
public import Dictation

extension StorageError {
    /// The code that the control socket sends and that `dicta` exits with.
    public var failureCode: FailureCode {
        switch self {
        case .missing, .gone, .moved, .noFolder, .diskGone, .diskAway, .noSuchRecording, .ambiguousID, .noTranscript,
            .noWords, .heardNoWords, .noMarkers:
            .notFound
        case .diskFull, .reserved: .diskFull
        case .busy, .locked, .leftOpen, .notRelinked, .namedByOther: .wrongState
        default: .storage
        }
    }
}
