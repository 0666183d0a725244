// Tags as a RIFF INFO chunk. Pure functions; any thread.
import System

/// Writes title, artist, date, comment and number as a `LIST INFO` chunk.
enum WaveInfo {
    /// Returns the chunk, or nothing without tags.
    static func bytes(_ tags: AudioTags) -> [UInt8] {
        var texts = ByteWriter(.little)
        put(tags.title, as: "INAM", to: &texts)
        put(tags.artist, as: "IART", to: &texts)
        put(tags.localDate, as: "ICRD", to: &texts)
        put(tags.comment, as: "ICMT", to: &texts)
        if let track = tags.track { put("\(track.number)/\(track.count)", as: "IPRT", to: &texts) }
        guard !texts.bytes.isEmpty else { return [] }
        var out = ByteWriter(.little)
        out.put("LIST")
        out.put(UInt32(4 + texts.bytes.count))
        out.put("INFO")
        out.put(texts.bytes)
        return out.bytes
    }

    private static func put(_ text: String, as mark: StaticString, to out: inout ByteWriter) {
        guard !text.isEmpty else { return }
        let bytes = Array(text.utf8.prefix(65_535)) + [0]
        out.put(mark)
        out.put(UInt32(bytes.count))
        out.put(bytes)
        if bytes.count % 2 == 1 { out.zeros(1) }
    }
}
