// The header of a Sony Wave64 file. A value; any thread.
import Dictation
import System

/// The bytes before the audio of a Sony Wave64: a WAV with 16-byte chunk names and 64-bit sizes that include the 24-byte chunk
/// header.
struct Wave64Header: AudioHeader {
    let format: AudioFormat
    /// The format aligns chunks to 8 bytes, but nothing follows the audio here, and readers would take padding for audio.
    let alignment = 1

    func bytes(dataBytes: Int64, tailBytes: Int64) -> [UInt8] {
        let isFloat = format.encoding == .float
        let count: Int64 = 40 + 40 + (isFloat ? 32 : 0) + 24
        var out = ByteWriter(.little, capacity: Int(count))
        out.put("riff")
        out.put(Self.riffTail)
        out.put(count + dataBytes + tailBytes)
        name("wave", &out)

        name("fmt ", &out)
        out.put(Int64(24 + 16))
        out.put(UInt16(isFloat ? 3 : 1))
        out.put(UInt16(format.channels))
        out.put(UInt32(format.rate))
        out.put(UInt32(format.rate * format.bytesPerFrame))
        out.put(UInt16(format.bytesPerFrame))
        out.put(UInt16(8 * format.encoding.bytesPerSample))
        if isFloat {
            name("fact", &out)
            out.put(Int64(24 + 8))
            out.put(dataBytes / Int64(format.bytesPerFrame))
        }

        name("data", &out)
        out.put(24 + dataBytes)
        return out.bytes
    }

    private func name(_ mark: StaticString, _ out: inout ByteWriter) {
        out.put(mark)
        out.put(Self.tail)
    }

    /// The last 12 bytes of the outer chunk's name.
    static let riffTail: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
    /// The last 12 bytes of every inner chunk's name.
    static let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
}
