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

    /// Kilobits per second by their index: layers I to III of MPEG-1, then those of MPEG-2 and 2.5.
    private static let kilobits = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Reads a header word; nil unless it is a header of layer III.
    init?(_ word: UInt32) {
        guard word >> 17 & 3 == 1 else { return nil }
        self.init(ofAnyLayer: word)
    }

    /// Reads a header word; nil unless it is a header.
    init?(ofAnyLayer word: UInt32) {
        let version = Int(word >> 19 & 3)
        let layer = 4 - Int(word >> 17 & 3)
        let bitRateIndex = Int(word >> 12 & 15)
        let rateIndex = Int(word >> 10 & 3)
        guard word >> 21 == 0x7FF, version != 1, layer < 4, rateIndex < 3, bitRateIndex > 0, bitRateIndex < 15 else { return nil }
        let isFirst = version == 3
        rate = [44_100, 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let bits = Self.kilobits[(isFirst ? 0 : 3) + layer - 1][bitRateIndex] * 1_000
        channels = word >> 6 & 3 == 3 ? 1 : 2
        samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1_152
        let padding = Int(word >> 9 & 1)
        // Layer I counts in units of four bytes.
        bytes = layer == 1 ? (samples / 32 * bits / rate + padding) * 4 : samples / 8 * bits / rate + padding
        kind = word & 0xFFFE_0C00
        sideBytes = isFirst ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    }
}
