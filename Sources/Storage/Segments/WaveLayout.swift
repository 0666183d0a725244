// Reads the layout of WAV and RF64 files. Keeps no state; any thread; blocks on the disk.
internal import Messages
import System

/// Finds the audio and the size fields of a WAV or RF64 file.
enum WaveLayout {
    /// Returns the layout. Throws `notAudio` for a file that is not a WAV, has encoded samples, or has no usable header. Blocks.
    static func read(_ source: ByteSource) throws(StorageError) -> PlainLayout {
        let riff = try RIFFChunks(source)
        var layout = PlainLayout(container: riff.isLarge ? "rf64" : "wav")
        guard let data = riff.first("data"), let format = riff.first("fmt "), format.start < data.start else {
            return try layout.checked(source.path)
        }
        layout.channels = Int(try source.number(at: format.start + 2, bytes: 2, .little) ?? 0)
        layout.rate = Int(try source.number(at: format.start + 4, bytes: 4, .little) ?? 0)
        layout.frameBytes = Int(try source.number(at: format.start + 12, bytes: 2, .little) ?? 0)
        let code = try source.number(at: format.start, bytes: 2, .little)
        // PCM, float and extensible; every other code means encoded samples.
        guard code == 1 || code == 3 || code == 0xFFFE else {
            throw .notAudio(path: source.path, reason: tr("its samples are neither PCM nor float"))
        }
        layout.dataStart = data.start
        layout.dataBytes = data.bytes
        layout.isClosed = riff.riffBytes + 8 == source.length && data.end <= source.length
        layout.tailEnd = try tailEnd(source, after: data)

        let fact = riff.first("fact").map(\.start)
        let reserve = riff.first(riff.isLarge ? "ds64" : "JUNK").flatMap { $0.start == 20 && $0.bytes >= 28 ? $0.start : nil }
        var short: [PlainLayout.Field] = [
            .init(offset: 4, bytes: 4, meaning: .fileBytes, base: -8),
            .init(offset: data.start - 4, bytes: 4, meaning: .audioBytes),
        ]
        if let fact { short.append(.init(offset: fact, bytes: 4, meaning: .frames)) }
        if let reserve {
            var large: [PlainLayout.Field] = [
                .init(offset: 4, bytes: 4, meaning: .rest, base: Int64(UInt32.max)),
                .init(offset: data.start - 4, bytes: 4, meaning: .rest, base: Int64(UInt32.max)),
                .init(offset: reserve, bytes: 8, meaning: .fileBytes, base: -8),
                .init(offset: reserve + 8, bytes: 8, meaning: .audioBytes),
                .init(offset: reserve + 16, bytes: 8, meaning: .frames),
            ]
            if let fact { large.append(.init(offset: fact, bytes: 4, meaning: .rest, base: Int64(UInt32.max))) }
            layout.largeFields = large
        }
        layout.fields = riff.isLarge ? layout.largeFields ?? [] : short
        return try layout.checked(source.path)
    }

    /// Returns the end of the cue points after the audio, or the end of the audio if the cue points are incomplete; nil without
    /// cue points. Dicta writes cue points after the audio, and counts them in the header only afterwards.
    private static func tailEnd(_ source: ByteSource, after data: RIFFChunks.Chunk) throws(StorageError) -> Int64? {
        let start = data.end + data.bytes % 2
        guard try source.mark(at: start) == "cue ", let bytes = try source.number(at: start + 4, bytes: 4, .little),
            let count = try source.number(at: start + 8, bytes: 4, .little), bytes == 4 + 24 * count
        else { return nil }
        let cueEnd = start + 8 + Int64(bytes)
        guard cueEnd <= source.length else { return start }
        guard try source.mark(at: cueEnd) == "LIST", let more = try source.number(at: cueEnd + 4, bytes: 4, .little) else {
            return cueEnd
        }
        let listEnd = cueEnd + 8 + Int64(more)
        return listEnd <= source.length ? listEnd : cueEnd
    }
}
