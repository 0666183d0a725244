// Limits the size of sidecars, so every written sidecar can be read again. Any thread; no I/O.
import Dictation

extension Library {
    /// Text of the recording's sidecar. Throws `tooMuchToSay` when the text is too long to be read again.
    func text(of recording: Recording) throws(StorageError) -> [UInt8] {
        guard let text = recording.fittingText else { throw .tooMuchToSay(path: path(of: "\(recording.name).json")) }
        return text
    }
}
