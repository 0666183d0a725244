// Room: Storage. A value; any thread.
import Dictation

/// The bytes before the audio of a WAV file: the same count whatever the length, so that it can be rewritten in place.
///
/// The room of the 64-bit sizes (ds64) is there from the start, as JUNK that every reader skips; once the sizes no longer
/// fit 32 bits the same bytes say RF64 (EBU Tech 3306).
struct WaveHeader {
    let bytes: [UInt8]

    init(_ format: AudioFormat, dataBytes: Int64, isPadded: Bool) {
        let isFloat = format.encoding == .float
        // Float is no PCM: the standard then wants the extension's size and the fact chunk.
        let formatBytes: Int64 = isFloat ? 8 + 18 + 12 : 8 + 16
        let count: Int64 = 12 + 36 + formatBytes + 8
        let frames = dataBytes / Int64(format.bytesPerFrame)
        let riffBytes = count - 8 + dataBytes + (isPadded ? 1 : 0)
        let isLarge = riffBytes >= Int64(UInt32.max)

        var out = LittleEndianBytes(capacity: Int(count))
        out.put(isLarge ? "RF64" : "RIFF")
        out.put(isLarge ? UInt32.max : UInt32(riffBytes))
        out.put("WAVE")

        out.put(isLarge ? "ds64" : "JUNK")
        out.put(UInt32(28))
        out.put(isLarge ? riffBytes : 0)
        out.put(isLarge ? dataBytes : 0)
        out.put(isLarge ? frames : 0)
        out.put(UInt32(0))

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
        bytes = out.bytes
    }
}

/// Bytes in the order of RIFF.
private struct LittleEndianBytes {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func put(_ mark: StaticString) { unsafe bytes += UnsafeBufferPointer(start: mark.utf8Start, count: 4) }

    mutating func put(_ value: some FixedWidthInteger) {
        for byte in 0..<(value.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
}
