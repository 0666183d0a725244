// The header of a WAV file. A value; any thread.
import Dictation
import System

/// The bytes before the audio of a WAV file, and the chunks after it.
///
/// Space for the 64-bit sizes (ds64) is reserved from the start as a JUNK chunk that every reader skips; once the sizes no
/// longer fit 32 bits, the same bytes become an RF64 (EBU Tech 3306).
struct WaveHeader: AudioHeader {
    let format: AudioFormat
    /// Contents of the bext chunk; empty without a description.
    private var broadcast: [UInt8]
    private var description: BroadcastDescription?
    let alignment = 2
    /// False, since WAV readers stop at the outermost size.
    let mustCountAll = false

    init(_ format: AudioFormat, _ description: BroadcastDescription? = nil) {
        self.format = format
        self.description = description
        broadcast = description?.bytes ?? []
    }

    mutating func begin(at frame: UInt64) {
        description?.timeReference = frame
        broadcast = description?.bytes ?? []
    }

    func bytes(dataBytes: Int64, tailBytes: Int64) -> [UInt8] {
        let isFloat = format.encoding == .float
        // For float the standard requires the size of the format extension and a fact chunk.
        let formatBytes = isFloat ? 8 + 18 + 12 : 8 + 16
        let broadcastBytes = broadcast.isEmpty ? 0 : 8 + broadcast.count
        let count = 12 + 36 + broadcastBytes + formatBytes + 8
        let frames = dataBytes / Int64(format.bytesPerFrame)
        let riffBytes = Int64(count - 8) + dataBytes + tailBytes
        let isLarge = riffBytes >= Int64(UInt32.max)

        var out = ByteWriter(.little, capacity: count)
        out.put(isLarge ? "RF64" : "RIFF")
        out.put(isLarge ? UInt32.max : UInt32(riffBytes))
        out.put("WAVE")

        out.put(isLarge ? "ds64" : "JUNK")
        out.put(UInt32(28))
        out.put(isLarge ? riffBytes : 0)
        out.put(isLarge ? dataBytes : 0)
        out.put(isLarge ? frames : 0)
        out.put(UInt32(0))

        if !broadcast.isEmpty {
            out.put("bext")
            out.put(UInt32(broadcast.count))
            out.put(broadcast)
        }

        out.put("fmt ")
        out.put(UInt32(isFloat ? 18 : 16))
        out.put(UInt16(isFloat ? 3 : 1))
        out.put(UInt16(format.channels))
        out.put(UInt32(format.rate))
        out.put(UInt32(format.rate * format.bytesPerFrame))
        out.put(UInt16(format.bytesPerFrame))
        out.put(UInt16(8 * format.encoding.bytesPerSample))
        if isFloat {
            out.put(UInt16(0))
            out.put("fact")
            out.put(UInt32(4))
            out.put(isLarge ? UInt32.max : UInt32(frames))
        }

        out.put("data")
        out.put(isLarge ? UInt32.max : UInt32(dataBytes))
        return out.bytes
    }

    func tail(_ markers: [Marker], _ tags: AudioTags) -> [UInt8] {
        WaveCues.bytes(markers) + WaveInfo.bytes(tags)
    }
}
