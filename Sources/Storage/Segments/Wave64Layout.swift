// Reads the layout of Sony Wave64 files. Keeps no state; any thread; blocks on the disk.
internal import Messages
import System

/// Finds the audio and the size fields of a Sony Wave64 file.
enum Wave64Layout {
    /// Returns the layout. Throws `notAudio` for a file that is not a W64, or without a usable header. Blocks.
    static func read(_ source: ByteSource) throws(StorageError) -> PlainLayout {
        var layout = PlainLayout(container: "w64")
        guard try source.bytes(at: 4, 12).elementsEqual(Wave64Header.riffTail), try source.mark(at: 24) == "wave" else {
            throw .notAudio(path: source.path, reason: tr("it does not begin as a W64 does"))
        }
        layout.fields.append(.init(offset: 16, bytes: 8, meaning: .fileBytes))
        let said = RIFFChunks.long(try source.number(at: 16, bytes: 8, .little))
        var place: Int64 = 40
        var steps = 0
        while layout.dataStart == 0, steps < 1_000, let size = try source.number(at: place + 16, bytes: 8, .little) {
            let bytes = RIFFChunks.long(size)
            switch try source.mark(at: place) {
            case "fmt ":
                layout.channels = Int(try source.number(at: place + 26, bytes: 2, .little) ?? 0)
                layout.rate = Int(try source.number(at: place + 28, bytes: 4, .little) ?? 0)
                layout.frameBytes = Int(try source.number(at: place + 36, bytes: 2, .little) ?? 0)
            case "fact": layout.fields.append(.init(offset: place + 24, bytes: 8, meaning: .frames))
            case "data":
                layout.dataStart = place + 24
                layout.dataBytes = max(0, bytes - 24)
                layout.fields.append(.init(offset: place + 16, bytes: 8, meaning: .audioBytes, base: 24))
                layout.isClosed = said == source.length && place + bytes <= source.length
            default: break
            }
            steps += 1
            place += max(24, (bytes + 7) / 8 * 8)
        }
        return try layout.checked(source.path)
    }
}
