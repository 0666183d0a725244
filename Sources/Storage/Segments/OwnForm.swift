// Recognises WAV files of the form that Dicta writes. Pure; any thread; blocks on the disk.
import System

/// The form of Dicta's own WAV and RF64 files.
enum OwnForm {
    /// No file of Dicta's has more.
    private static let mostChunks = 16
    /// Bytes of a longer list, which would hold the caller up.
    private static let longestList: Int64 = 1 << 20
    /// Entries of a list as Dicta writes them, by the kind of the list, and the shortest one: libsndfile leaves a list at some
    /// others, and goes on where the file wants it to.
    private static let entries: [String: (marks: Set<String>, least: UInt64)] = [
        "INFO": (["INAM", "IART", "ICRD", "ICMT", "IPRT"], 1), "adtl": (["labl", "note"], 5),
    ]
    /// libsndfile leaves a list at a longer entry.
    private static let longestEntry: UInt64 = 2000

    /// True if each chunk of a file is one that Dicta writes and lies in the file, down to the texts of its lists: libsndfile cannot
    /// hang in such a file, so no helper has to look at it first. A take that grows and one that was left open may have audio behind
    /// what the header counts; a helper looks at those.
    static func has(_ source: ByteSource) throws(StorageError) -> Bool {
        guard try ["RIFF", "RF64"].contains(source.mark(at: 0)), try source.mark(at: 8) == "WAVE" else { return false }
        let isLarge = try source.mark(at: 0) == "RF64"
        var place: Int64 = 12
        var dataBytes: Int64?
        var hasFormat = false
        for _ in 0..<mostChunks {
            guard place < source.length else { return hasFormat && place <= source.length + 1 }
            guard let short = try source.number(at: place + 4, bytes: 4, .little) else { return false }
            var bytes = Int64(short)
            switch try source.mark(at: place) {
            case "JUNK", "bext": break
            case "fact": guard bytes == 4 else { return false }
            case "cue ":
                guard try source.number(at: place + 8, bytes: 4, .little).map({ Int64($0) * 24 + 4 }) == bytes else {
                    return false
                }
            case "ds64":
                guard isLarge, bytes == 28 else { return false }
                dataBytes = RIFFChunks.long(try source.number(at: place + 16, bytes: 8, .little))
            case "fmt ":
                guard !hasFormat, try isOwn(format: place + 8, bytes, source) else { return false }
                hasFormat = true
            case "LIST": guard try isWhole(list: place + 8, bytes, source) else { return false }
            case "data":
                guard hasFormat else { return false }
                if isLarge, short == UInt64(UInt32.max), let dataBytes { bytes = dataBytes }
            default: return false
            }
            place += 8 + bytes
            guard place <= source.length else { return false }
            place += bytes % 2
        }
        return false
    }

    private static func isOwn(format place: Int64, _ bytes: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        guard bytes == 16 || bytes == 18 else { return false }
        let code = try source.number(at: place, bytes: 2, .little)
        let channels = try source.number(at: place + 2, bytes: 2, .little)
        return (code == 1 || code == 3) && (channels == 1 || channels == 2)
    }

    /// True if the entries of a list are Dicta's, and fill it to the byte.
    private static func isWhole(list place: Int64, _ bytes: Int64, _ source: ByteSource) throws(StorageError) -> Bool {
        guard bytes <= longestList, let known = try entries[source.mark(at: place)] else { return false }
        let end = place + bytes
        var place = place + 4
        while place < end {
            guard let size = try source.number(at: place + 4, bytes: 4, .little),
                try known.marks.contains(source.mark(at: place)),
                (known.least...longestEntry).contains(size)
            else { return false }
            place += 8 + Int64(size + size % 2)
        }
        return place == end && end <= source.length
    }
}
