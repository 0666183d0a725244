// Any thread; no I/O. Every sidecar that is written can be read again.
import Dictation

extension Library {
    /// Text of its sidecar; `tooMuchToSay` where that could not be read again.
    func text(of recording: Recording) throws(StorageError) -> [UInt8] {
        guard let text = recording.fittingText else { throw .tooMuchToSay(path: path(of: "\(recording.name).json")) }
        return text
    }
}
