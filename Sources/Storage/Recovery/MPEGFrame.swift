// The header of an MP3 frame. A value; any thread.

/// The four bytes at the head of each MP3 frame.
struct MPEGFrame {
    static let headerBytes = 4

    /// Frames per second.
    let rate: Int
    let channels: Int
    /// Samples per channel in the frame.
    let samples: Int
    /// Length of the frame in bytes, header included.
    let bytes: Int
    /// Version, layer and rate: the bits that are the same for all frames of a stream.
    let kind: UInt32
    /// Bytes of side information after the header. A checksum would come before it, but Dicta never writes one.
    let sideBytes: Int

    /// Reads a header word; nil unless it is a header of layer III.
    init?(_ word: UInt32) {
        guard word >> 21 == 0x7FF, word >> 17 & 3 == 1 else { return nil }
        let version = Int(word >> 19 & 3)
        let bitRateIndex = Int(word >> 12 & 15)
        let rateIndex = Int(word >> 10 & 3)
        guard version != 1, rateIndex < 3, bitRateIndex > 0, bitRateIndex < 15 else { return nil }
        let isFirst = version == 3
        rate = [44_100, 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let kilobits =
            isFirst
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][bitRateIndex]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][bitRateIndex]
        channels = word >> 6 & 3 == 3 ? 1 : 2
        samples = isFirst ? 1_152 : 576
        bytes = samples / 8 * kilobits * 1_000 / rate + Int(word >> 9 & 1)
        kind = word & 0xFFFE_0C00
        sideBytes = isFirst ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    }
}
