// Markers as RIFF cue points. Pure functions; any thread.
import Dictation
import System

/// Writes and reads markers as a `cue ` chunk plus the names (`labl`) and notes (`note`) of a `LIST adtl` chunk.
enum WaveCues {
    /// Returns both chunks, or nothing without markers. Markers past 2^32 frames are left out, since the chunk has 32 bits for
    /// a position.
    static func bytes(_ markers: [Marker]) -> [UInt8] {
        let known = markers.filter { (0...Int64(UInt32.max)).contains($0.frame) }.sorted { $0.frame < $1.frame }
        guard !known.isEmpty else { return [] }
        var out = ByteWriter(.little)
        out.put("cue ")
        out.put(UInt32(4 + 24 * known.count))
        out.put(UInt32(known.count))
        for (index, marker) in known.enumerated() {
            out.put(UInt32(index + 1))
            out.put(UInt32(marker.frame))
            out.put("data")
            out.put(UInt32(0))
            out.put(UInt32(0))
            out.put(UInt32(marker.frame))
        }

        var texts = ByteWriter(.little)
        for (index, marker) in known.enumerated() {
            put(marker.name, as: "labl", of: index + 1, to: &texts)
            put(marker.note, as: "note", of: index + 1, to: &texts)
        }
        if !texts.bytes.isEmpty {
            out.put("LIST")
            out.put(UInt32(4 + texts.bytes.count))
            out.put("adtl")
            out.put(texts.bytes)
        }
        return out.bytes
    }

    private static func put(_ text: String, as mark: StaticString, of number: Int, to out: inout ByteWriter) {
        guard !text.isEmpty else { return }
        let bytes = Array(text.utf8.prefix(65_535)) + [0]
        out.put(mark)
        out.put(UInt32(4 + bytes.count))
        out.put(UInt32(number))
        out.put(bytes)
        if bytes.count % 2 == 1 { out.zeros(1) }
    }

    /// Reads markers from the contents of the two chunks, also those that other programs wrote. Points without a name are kept.
    static func markers(cue: [UInt8], texts: [UInt8]) -> [Marker] {
        guard cue.count >= 4 else { return [] }
        let count = min(Int(number(cue, 0)), (cue.count - 4) / 24)
        var order: [UInt32] = []
        var found: [UInt32: Marker] = [:]
        for index in 0..<count {
            let start = 4 + 24 * index
            let identifier = number(cue, start)
            if found[identifier] == nil { order.append(identifier) }
            found[identifier] = Marker(frame: Int64(number(cue, start + 20)))
        }
        var start = 0
        while start + 12 <= texts.count {
            let size = Int(number(texts, start + 4))
            let end = min(start + 8 + size, texts.count)
            let identifier = number(texts, start + 8)
            if end > start + 12 {
                let text = String(foreign: texts[(start + 12)..<end].prefix { $0 != 0 })
                if texts[start..<start + 4].elementsEqual("labl".utf8) { found[identifier]?.name = text }
                if texts[start..<start + 4].elementsEqual("note".utf8) { found[identifier]?.note = text }
            }
            start += 8 + size + size % 2
        }
        return order.compactMap { found[$0] }.sorted { $0.frame < $1.frame }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        UInt32(bytes[offset..<offset + 4], .little)
    }
}
