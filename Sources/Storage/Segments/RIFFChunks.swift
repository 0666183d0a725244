// The chunk list of WAV and RF64 files. A value; one owner; making it blocks on the disk.
internal import Messages
import System

/// The chunks of a RIFF file, as far as their sizes can be followed.
struct RIFFChunks {
    /// One chunk: its four-character name and the place of its contents.
    struct Chunk {
        let mark: String
        /// First byte of the contents.
        let start: Int64
        /// Size as stated in the file; in an RF64 the 64-bit size stands in for the 32-bit one.
        let bytes: Int64
        var end: Int64 { start + bytes }
    }

    /// Chunks in file order, 1000 at most.
    private(set) var chunks: [Chunk] = []
    /// Size stated by the file: the bytes after the first 8.
    private(set) var riffBytes: Int64 = 0
    /// True for RF64 and BW64, with 64-bit sizes.
    private(set) var isLarge = false

    /// No real file has more chunks; the limit keeps a damaged file from holding up the caller.
    private static let mostChunks = 1_000

    /// Follows the chunks of a file. Throws `notAudio` for a file that is not a WAV. Blocks.
    init(_ source: ByteSource) throws(StorageError) {
        guard try ["RIFF", "RF64", "BW64"].contains(source.mark(at: 0)), try source.mark(at: 8) == "WAVE" else {
            throw .notAudio(path: source.path, reason: tr("it does not begin as a WAV does"))
        }
        isLarge = try source.mark(at: 0) != "RIFF"
        riffBytes = Int64(try source.number(at: 4, bytes: 4, .little) ?? 0)
        var dataBytes: Int64?
        var place: Int64 = 12
        while chunks.count < Self.mostChunks, let short = try source.number(at: place + 4, bytes: 4, .little) {
            let mark = try source.mark(at: place)
            var bytes = Int64(short)
            if mark == "ds64", isLarge, bytes >= 24 {
                riffBytes = Self.long(try source.number(at: place + 8, bytes: 8, .little))
                dataBytes = Self.long(try source.number(at: place + 16, bytes: 8, .little))
            }
            if mark == "data", isLarge, short == UInt64(UInt32.max), let dataBytes { bytes = dataBytes }
            chunks.append(Chunk(mark: mark, start: place + 8, bytes: bytes))
            place += 8 + bytes + bytes % 2
        }
    }

    /// Caps a 64-bit size at 2^60: a larger one is damage, and must not overflow.
    static func long(_ number: UInt64?) -> Int64 { Int64(min(number ?? 0, 1 << 60)) }

    /// Returns the first chunk with this name.
    func first(_ mark: String) -> Chunk? { chunks.first { $0.mark == mark } }
}
