// The layout of an audio file with uncompressed samples. A value; any thread.
internal import Messages
import System

/// Position of the audio in a file of uncompressed samples, and the header fields that depend on its length.
struct PlainLayout {
    /// A number in the header that depends on the sizes.
    struct Field {
        /// The quantity that the number counts; `rest` stands for a fixed number.
        enum Meaning { case audioBytes, fileBytes, frames, rest }
        let offset: Int64
        /// Width of the number: 4 or 8.
        let bytes: Int
        let meaning: Meaning
        /// Added to the quantity; for `rest` it is the whole number.
        var base: Int64 = 0
    }

    /// Container in lower case: wav, rf64, w64, caf.
    var container: String
    var order = ByteOrder.little
    /// Frames per second.
    var rate = 0
    var channels = 0
    /// Bytes per frame; 1 for a file with packets.
    var frameBytes = 0
    /// Offset of the first sample.
    var dataStart: Int64 = 0
    /// Length of the audio as stated in the header.
    var dataBytes: Int64 = 0
    /// True when whole chunks follow the audio to the end and the header counts them: the writer closed the file.
    var isClosed = false
    /// End of the whole chunks after the audio; nil without any.
    var tailEnd: Int64?
    /// Length in frames of a file with packets, which has no fixed count of bytes per frame.
    var packetFrames: Int64?
    /// Header fields to update when the length changes.
    var fields: [Field] = []
    /// Header fields once a WAV is too large for 32-bit sizes; nil if the header has no space for 64-bit sizes.
    var largeFields: [Field]?

    /// Returns the layout, or throws `notAudio` if it cannot be the header of uncompressed samples.
    func checked(_ path: String) throws(StorageError) -> PlainLayout {
        guard dataStart > 0 else { throw .notAudio(path: path, reason: tr("its header is incomplete; nothing was recorded yet")) }
        guard rate > 0, (1...1_024).contains(channels), (1...8_192).contains(frameBytes) else {
            throw .notAudio(path: path, reason: tr("its header makes no sense"))
        }
        return self
    }
}
