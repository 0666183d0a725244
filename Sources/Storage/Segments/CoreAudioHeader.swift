// The header of a CAF. A value; any thread.
import Dictation
import System

/// The bytes before the audio of a CAF with uncompressed samples. Header numbers are big-endian, samples little-endian.
struct CoreAudioHeader: AudioHeader {
    let format: AudioFormat
    let alignment = 1
    /// False: libsndfile finds no audio at all in a file shorter than its header says, and a kill in the middle of a write must
    /// not leave one. Readers ignore audio that is not counted yet.
    let mustCountAll = false

    func bytes(dataBytes: Int64, tailBytes: Int64) -> [UInt8] {
        var out = ByteWriter(.big)
        Self.begin(format, kind: "lpcm", flags: format.encoding == .float ? 3 : 2, packet: (format.bytesPerFrame, 1), &out)
        Self.data(dataBytes, &out)
        return out.bytes
    }

    /// Writes the file header and the description. `packet` has the bytes (0 if they vary) and frames of a packet.
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

    func tail(_ markers: [Marker], _ tags: AudioTags) -> [UInt8] { Self.info(tags) }

    /// Returns title, artist, date and comment as an `info` chunk, or nothing without tags.
    static func info(_ tags: AudioTags) -> [UInt8] {
        let texts = [("title", tags.title), ("artist", tags.artist), ("date", tags.localDate), ("comment", tags.comment)]
            .filter { !$0.1.isEmpty }
        guard !texts.isEmpty else { return [] }
        // libsndfile holds no longer text, and takes either all texts or none.
        let bytes = texts.flatMap { key, text in Array(key.utf8) + [0] + text.utf8.prefix(8000).filter { $0 != 0 } + [0] }
        var out = ByteWriter(.big)
        out.put("info")
        out.put(Int64(4 + bytes.count))
        out.put(UInt32(texts.count))
        out.put(bytes)
        return out.bytes
    }

    /// Writes the name and size of the audio chunk, and its edit count, which is part of the contents.
    static func data(_ dataBytes: Int64, _ out: inout ByteWriter) {
        out.put("data")
        out.put(4 + dataBytes)
        out.put(UInt32(0))
    }
}
