// Values; any thread.

/// What stands before plain samples, and after them.
protocol AudioHeader {
    /// The bytes before the audio: the same count whatever the sizes, so that they can be rewritten in place. `tailBytes` is
    /// all that follows the audio, padding included.
    func bytes(dataBytes: Int64, tailBytes: Int64) -> [UInt8]

    /// Chunks begin at multiples of it.
    var alignment: Int { get }

    /// Readers trip over audio that the header does not count yet, taking it for the next chunk.
    var mustCountAll: Bool { get }

    /// Says which frame of the source's time the first one is.
    mutating func begin(at frame: UInt64)

    /// Whole chunks to stand after the audio and its padding.
    func tail(_ markers: [SegmentMarker], _ tags: AudioTags) -> [UInt8]
}

extension AudioHeader {
    func tail(_ markers: [SegmentMarker], _ tags: AudioTags) -> [UInt8] { [] }
    mutating func begin(at frame: UInt64) {}
    var mustCountAll: Bool { true }
}
