// A value; any thread.
import Dictation

/// The bytes before the audio of a CAF with plain samples. Its numbers are big-endian, the samples little-endian.
struct CoreAudioHeader: AudioHeader {
    let format: AudioFormat
    let alignment = 1
    /// libsndfile finds no audio at all where it is said to be longer than the file: a kill in the middle of a write must not leave
    /// that. What is not counted yet no reader takes for anything.
    let mustCountAll = false

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

    func tail(_ markers: [SegmentMarker], _ tags: AudioTags) -> [UInt8] { Self.info(tags) }

    /// Title, artist, date and comment as an `info` chunk; nothing without them.
    static func info(_ tags: AudioTags) -> [UInt8] {
        let texts = [("title", tags.title), ("artist", tags.artist), ("date", tags.date), ("comment", tags.comment)]
            .filter { !$0.1.isEmpty }
        guard !texts.isEmpty else { return [] }
        // No text is longer in libsndfile, which takes all of them or none.
        let bytes = texts.flatMap { key, text in Array(key.utf8) + [0] + text.utf8.prefix(8000).filter { $0 != 0 } + [0] }
        var out = ByteWriter(.big)
        out.put("info")
        out.put(Int64(4 + bytes.count))
        out.put(UInt32(texts.count))
        out.put(bytes)
        return out.bytes
    }

    /// The name and size of the chunk of audio, and its count of edits, which belongs to its contents.
    static func data(_ dataBytes: Int64, _ out: inout ByteWriter) {
        out.put("data")
        out.put(4 + dataBytes)
        out.put(UInt32(0))
    }
}
