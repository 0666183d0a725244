// A value; any thread.

/// Where the audio is in a file of plain samples, and which numbers in its header depend on how much there is.
struct PlainLayout {
    /// A number in the header that depends on the sizes.
    struct Field {
        enum Meaning { case audioBytes, fileBytes, frames, rest }
        let offset: Int64
        /// 4 or 8.
        let bytes: Int
        let meaning: Meaning
        /// Added to what it means; of `rest` it is all.
        var base: Int64 = 0
    }

    var container: String
    var order = ByteWriter.Order.little
    var rate = 0
    var channels = 0
    var frameBytes = 0
    var dataStart: Int64 = 0
    /// As the header says it.
    var dataBytes: Int64 = 0
    /// All that follows the audio is whole chunks, and the header counts them: somebody closed it.
    var isClosed = false
    /// Where whole chunks that follow the audio end, if there are any.
    var tailEnd: Int64?
    /// Of a file that has packets; they are not counted by their bytes.
    var packetFrames: Int64?
    var fields: [Field] = []
    /// Those of a WAV too large for its own numbers; nil where it has no room for others.
    var largeFields: [Field]?

    /// Refuses what cannot be a header of plain samples.
    func checked(_ path: String) throws(StorageError) -> PlainLayout {
        guard dataStart > 0 else { throw .notAudio(path: path, reason: "its header is not whole; nothing was recorded yet") }
        guard rate > 0, (1...1_024).contains(channels), (1...8_192).contains(frameBytes) else {
            throw .notAudio(path: path, reason: "its header makes no sense")
        }
        return self
    }
}
