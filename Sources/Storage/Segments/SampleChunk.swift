// Finds the samples of an AIFF, 8SVX, CAF, W64, AU or odd WAV. A value; any thread; making it blocks on the disk.
import System

/// Place and size of the samples in files whose header tells the size, other than a WAV that `WaveClaim` knows.
struct SampleChunk {
    /// Offset of the first sample.
    private(set) var start: Int64 = 0
    /// Size by the header in bytes; nil for one that does not know.
    private(set) var said: Int64?
    /// True for a header that was closed, or may have been.
    private(set) var isClosed = false
    /// Bytes of a frame in a form of an Amiga, of which libsndfile takes all up to the end of the file for samples; nil for others.
    private(set) var amigaBytes: Int64?

    /// Looks for the samples; nil for other files.
    init?(_ source: ByteSource) throws(StorageError) {
        let mark = try source.mark(at: 0)
        switch mark {
        case ".snd":
            start = RIFFChunks.long(try source.number(at: 4, bytes: 4, .big))
            let bytes = try source.number(at: 8, bytes: 4, .big)
            said = bytes == UInt64(UInt32.max) ? nil : RIFFChunks.long(bytes)
        case "FORM":
            amigaBytes = try ["8SVX": 1, "16SV": 2][source.mark(at: 8)]
            let name = amigaBytes == nil ? "SSND" : "BODY"
            guard try follow(source, to: name, from: 12, nameBytes: 4, sizeBytes: 4, .big, step: 2) else { return nil }
            if amigaBytes == nil { (start, said) = (start + 8, said.map { max(0, $0 - 8) }) }
            isClosed = RIFFChunks.long(try source.number(at: 4, bytes: 4, .big)) + 8 == source.length
        case "RIFF":
            guard try follow(source, to: "data", from: 12, nameBytes: 4, sizeBytes: 4, .little, step: 2) else { return nil }
            // Programs that write to a pipe cannot know the size.
            if let bytes = said, bytes >= 0x7FFF_0000 { said = nil }
            isClosed = RIFFChunks.long(try source.number(at: 4, bytes: 4, .little)) + 8 == source.length
        case "caff":
            guard try follow(source, to: "data", from: 8, nameBytes: 4, sizeBytes: 8, .big, step: 1) else { return nil }
            (start, said) = (start + 4, said.map { max(0, $0 - 4) })
            // A take of Dicta's that begins; what is longer was not closed.
            isClosed = source.length <= 65_536
        case "riff":
            guard try follow(source, to: "data", from: 40, nameBytes: 16, sizeBytes: 8, .little, step: 8) else { return nil }
            isClosed = RIFFChunks.long(try source.number(at: 16, bytes: 8, .little)) == source.length
        default: return nil
        }
    }

    /// Frames of a form of an Amiga with chunks or other bytes behind its samples, of which libsndfile claims all `rest` bytes; nil for
    /// others.
    func amigaFrames(_ claimed: Int64, _ rest: Int64) -> Int64? {
        guard let amigaBytes, let said, said > 0, said < rest, rest / amigaBytes == claimed else { return nil }
        return said / amigaBytes
    }

    /// Follows chunks to one. The sizes of W64 count the head of the chunk too.
    private mutating func follow(
        _ source: ByteSource, to mark: String, from first: Int64, nameBytes: Int64, sizeBytes: Int, _ order: ByteOrder,
        step: Int64
    ) throws(StorageError) -> Bool {
        let head = nameBytes + Int64(sizeBytes)
        var place = first
        for _ in 0..<1000 {
            guard let size = try source.number(at: place + nameBytes, bytes: sizeBytes, order) else { return false }
            let bytes = RIFFChunks.long(size) - (step == 8 ? head : 0)
            if try source.mark(at: place) == mark {
                // CAF has a size of -1 for samples that reach to the end.
                (start, said) = (place + head, bytes >= 1 << 59 ? nil : max(0, bytes))
                return true
            }
            guard bytes >= 0 else { return false }
            place += head + bytes
            place += (step - place % step) % step
            guard place < source.length else { return false }
        }
        return false
    }
}
