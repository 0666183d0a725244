// Stores Apple Lossless packets uncompressed. Pure functions; any thread.
import Dictation

/// Makes Apple Lossless packets with uncompressed samples.
///
/// Two channels are stored one after the other and not as a pair: libsndfile 1.2 misreads the right channel of an uncompressed
/// 24-bit pair.
enum UncompressedPacket {
    /// Returns packet `number` of the interleaved samples, which have their value in the upper bits.
    static func bytes(_ samples: UnsafeBufferPointer<Int32>, _ number: Int, _ format: AudioFormat) -> [UInt8] {
        let bits = 8 * format.encoding.bytesPerSample
        let perPacket = PacketEncoder.framesPerPacket * format.channels
        let range = number * perPacket..<min((number + 1) * perPacket, samples.count)
        let isPartial = range.count < perPacket
        var out = BitWriter(capacity: range.count * bits / 8 + 32)
        for channel in 0..<format.channels {
            // Channel element tag, its number, unused bits, length flag, no shifted-out bytes, "not compressed" flag.
            out.put(0, bits: 3)
            out.put(UInt32(channel), bits: 4)
            out.put(0, bits: 12)
            out.put(isPartial ? 1 : 0, bits: 1)
            out.put(0, bits: 2)
            out.put(1, bits: 1)
            if isPartial { out.put(UInt32(range.count / format.channels), bits: 32) }
            for index in stride(from: range.lowerBound + channel, to: range.upperBound, by: format.channels) {
                out.put(unsafe UInt32(bitPattern: samples[index]) >> UInt32(32 - bits), bits: bits)
            }
        }
        out.put(7, bits: 3)
        return out.finished
    }
}

/// Collects bits into bytes, highest bit first.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var held: UInt64 = 0
    private var count = 0

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func put(_ value: UInt32, bits: Int) {
        held = held << UInt64(bits) | UInt64(value) & (1 << UInt64(bits) - 1)
        count += bits
        while count >= 8 {
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> UInt64(count)))
        }
    }

    /// All bytes, with the last one padded with zero bits.
    var finished: [UInt8] { count == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: held << UInt64(8 - count))] }
}
