// Pure functions; any thread.
import Dictation

/// A packet of Apple Lossless whose samples are not made smaller.
///
/// Two channels stand one behind the other and not as a pair: libsndfile 1.2 reads the right one of such a pair wrongly where
/// it has 24 bits.
enum UncompressedPacket {
    /// Of interleaved samples with their value in the upper bits, the packet of that number.
    static func bytes(_ samples: UnsafeBufferPointer<Int32>, _ number: Int, _ format: AudioFormat) -> [UInt8] {
        let bits = 8 * format.encoding.bytesPerSample
        let perPacket = PacketEncoder.framesPerPacket * format.channels
        let range = number * perPacket..<min((number + 1) * perPacket, samples.count)
        let isPartial = range.count < perPacket
        var out = BitWriter(capacity: range.count * bits / 8 + 32)
        for channel in 0..<format.channels {
            // One channel; which; room; whether a length is given; no bytes shifted out; not compressed.
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

/// Bits, highest first.
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

    /// The last byte is filled with zeros.
    var finished: [UInt8] { count == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: held << UInt64(8 - count))] }
}
