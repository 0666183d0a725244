// Identifies the audio of a peak file. A value; any thread.
import Dictation
import System

/// Size, time and format of the audio that a peak file was made from, to tell whether it still matches.
struct PeakStamp: Sendable, Hashable {
    /// Size of the audio file in bytes.
    var bytes: Int64
    /// Modification time, as in `Timestamp.mark`.
    var modified: Int64
    /// Length in frames.
    var frames: Int64
    /// Frames per second.
    var rate: Int
    /// All channels of the file, not only those that are stored.
    var channels: Int

    init(bytes: Int64, modified: Int64, frames: Int64, rate: Int, channels: Int) {
        self.bytes = bytes
        self.modified = modified
        self.frames = frames
        self.rate = rate
        self.channels = channels
    }

    /// Takes size and time from the file as it is now; the other values come from its header. Blocks.
    init(path: String, frames: Int64, rate: Int, channels: Int) throws(StorageError) {
        let status = try FileStatus(of: path)
        self.init(bytes: status.bytes, modified: status.modified.mark, frames: frames, rate: rate, channels: channels)
    }
}
