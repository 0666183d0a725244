// Room: Storage. A value; any thread.
import Dictation

/// The bytes before the audio of a CAF with plain samples. Its numbers are big-endian, the samples little-endian.
struct CoreAudioHeader: AudioHeader {
    let format: AudioFormat
    let alignment = 1

    func bytes(dataBytes: Int64, tailBytes: Int64) -> [UInt8] {
        var out = ByteWriter(.big)
        Self.begin(format, kind: "lpcm", flags: format.encoding == .float ? 3 : 2, packet: (format.bytesPerFrame, 1), &out)
        Self.data(dataBytes, &out)
        return out.bytes
    }

    /// File header and description. A packet is so many bytes (0 where they differ) and frames.
    static func begin(
        _ format: AudioFormat, kind: StaticString, flags: UInt32, packet: (bytes: Int, frames: Int), _ out: inout ByteWriter
    ) {
        out.put("caff")
        out.put(UInt16(1))
        out.put(UInt16(0))
        out.put("desc")
        out.put(Int64(32))
        out.put(Double(format.rate).bitPattern)
        out.put(kind)
        out.put(flags)
        out.put(UInt32(packet.bytes))
        out.put(UInt32(packet.frames))
        out.put(UInt32(format.channels))
        out.put(UInt32(packet.bytes == 0 ? 0 : 8 * format.encoding.bytesPerSample))
    }

    /// The name and size of the chunk of audio, and its count of edits, which belongs to its contents.
    static func data(_ dataBytes: Int64, _ out: inout ByteWriter) {
        out.put("data")
        out.put(4 + dataBytes)
        out.put(UInt32(0))
    }
}
