// Headers of uncompressed files. Values; any thread.
import Dictation

/// The bytes before uncompressed samples, and the chunks after them.
protocol AudioHeader {
    /// Returns the bytes before the audio. The count is the same for all sizes, so that the header can be rewritten in place.
    /// `tailBytes` counts all bytes after the audio, padding included.
    func bytes(dataBytes: Int64, tailBytes: Int64) -> [UInt8]

    /// Chunks begin at multiples of this many bytes.
    var alignment: Int { get }

    /// True if readers fail on audio that the header does not count yet, because they take it for the next chunk.
    var mustCountAll: Bool { get }

    /// Sets the frame number of the first frame on the source's clock.
    mutating func begin(at frame: UInt64)

    /// Returns whole chunks to write after the audio and its padding.
    func tail(_ markers: [Marker], _ tags: AudioTags) -> [UInt8]
}

extension AudioHeader {
    func tail(_ markers: [Marker], _ tags: AudioTags) -> [UInt8] { [] }
    mutating func begin(at frame: UInt64) {}
    var mustCountAll: Bool { true }
}
