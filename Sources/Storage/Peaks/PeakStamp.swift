// A value any thread may hold.
import Dictation

/// By what a peak file knows the audio that it was made of.
struct PeakStamp: Sendable, Hashable {
    var bytes: Int64
    /// Last change, as `Timestamp.mark` has it.
    var modified: Int64
    var frames: Int64
    var rate: Int
    /// All of the file's.
    var channels: Int

    init(bytes: Int64, modified: Int64, frames: Int64, rate: Int, channels: Int) {
        self.bytes = bytes
        self.modified = modified
        self.frames = frames
        self.rate = rate
        self.channels = channels
    }

    /// Blocks. Of a file as it is now, with what its header says.
    init(path: String, frames: Int64, rate: Int, channels: Int) throws(StorageError) {
        let status = try FileStatus(of: path)
        self.init(bytes: status.bytes, modified: status.modified.mark, frames: frames, rate: rate, channels: channels)
    }
}
