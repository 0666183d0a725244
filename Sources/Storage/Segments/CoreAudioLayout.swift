// Reads the layout of CAF files. Keeps no state; any thread; blocks on the disk.
internal import Messages
import System

/// Finds the audio and the size fields of a CAF.
enum CoreAudioLayout {
    /// Returns the layout. Throws `notAudio` without a usable header, and for an unfinished file with packets. Blocks.
    static func read(_ source: ByteSource) throws(StorageError) -> PlainLayout {
        var layout = PlainLayout(container: "caf", order: .big)
        var isPlain = true
        var packetFrames: Int64?
        var place: Int64 = 8
        var steps = 0
        while steps < 1_000, let size = try source.number(at: place + 4, bytes: 8, .big) {
            let bytes = Int64(bitPattern: size)
            // Audio past the end known to the header does not parse as a chunk.
            guard try source.bytes(at: place, 4).allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
            switch try source.mark(at: place) {
            case "desc" where layout.dataStart == 0:
                let rate = Double(bitPattern: try source.number(at: place + 12, bytes: 8, .big) ?? 0)
                layout.rate = (1...10_000_000).contains(rate) ? Int(rate) : 0
                isPlain = try source.mark(at: place + 20) == "lpcm"
                layout.frameBytes = Int(try source.number(at: place + 28, bytes: 4, .big) ?? 0)
                layout.channels = Int(try source.number(at: place + 36, bytes: 4, .big) ?? 0)
            case "data" where layout.dataStart == 0:
                guard place + 16 <= source.length else { break }
                layout.dataStart = place + 16
                // A size of -1 means up to the end of the file.
                layout.dataBytes = bytes < 4 ? 0 : min(bytes - 4, 1 << 60)
                layout.fields = [.init(offset: place + 4, bytes: 8, meaning: .audioBytes, base: 4)]
            case "pakt": packetFrames = RIFFChunks.long(try source.number(at: place + 20, bytes: 8, .big))
            default: break
            }
            guard bytes >= 0, bytes <= source.length else { break }
            place += 12 + bytes
            steps += 1
        }
        // A closed file has chunks that lead from one to the next and end at the end of the file.
        layout.isClosed = layout.dataStart > 0 && place == source.length
        guard !isPlain else { return try layout.checked(source.path) }
        // Dicta's packet files get their name once complete, so they need no repair; packets of an incomplete foreign file
        // cannot be separated.
        guard layout.isClosed, let packetFrames else {
            throw .notAudio(path: source.path, reason: tr("its packets cannot be told apart without their table"))
        }
        layout.packetFrames = packetFrames
        layout.frameBytes = 1
        return try layout.checked(source.path)
    }
}
