// Finds bytes behind the end of an AIFF, 8SVX, CAF or M4A. Keeps no state; any thread; blocks on the disk.
import System

/// The end of a file by its chunks. A file joined to it lies behind, where no decoder looks.
enum ContainerEnd {
    /// Bytes behind the end that may have been sound.
    enum Rest: Hashable {
        /// Another file of this kind begins there.
        case file(String)
        /// So many bytes of another kind.
        case bytes(Int64)
    }

    private enum Kind: String {
        case aiff = "AIFF"
        case amiga = "8SVX"
        case caf = "CAF"
        case mp4 = "M4A"
    }

    /// Bytes behind the end that are padding of a recorder, not sound.
    private static let padding: Int64 = 65_536
    /// More chunks than any file has, but for one that was made to hold somebody up.
    private static let mostChunks = 100_000

    /// Looks behind the end of a file; nil if nothing is there, for padding and tags, and for files of other kinds. Blocks.
    static func rest(of path: String) throws(StorageError) -> Rest? {
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // Only read, so a failing close loses nothing.
        defer { File.close(descriptor) }
        let status = try FileStatus(of: descriptor, path: path)
        guard status.isFile else { return nil }
        let source = ByteSource(descriptor, path: path, length: status.bytes, windowBytes: 16_384)
        guard let kind = try form(of: source), let place = try end(of: source, kind), place < source.length else { return nil }
        if try begins(kind, source, at: place) { return .file(kind.rawValue) }
        let rest = source.length - place
        guard rest > padding, try !WaveClaim.isTail(at: place, source) else { return nil }
        return .bytes(rest)
    }

    /// The kind of a file; nil for others.
    private static func form(of source: ByteSource) throws(StorageError) -> Kind? {
        switch try source.mark(at: 0) {
        case "FORM": try source.mark(at: 8) == "8SVX" ? .amiga : .aiff
        case "caff": .caf
        default: try begins(.mp4, source, at: 0) ? .mp4 : nil
        }
    }

    /// True if a file of a kind begins at a place.
    private static func begins(_ kind: Kind, _ source: ByteSource, at place: Int64) throws(StorageError) -> Bool {
        switch kind {
        case .aiff, .amiga: try source.mark(at: place) == "FORM"
        case .caf: try source.mark(at: place) == "caff"
        case .mp4: try source.mark(at: place + 4) == "ftyp"
        }
    }

    /// The end of the last chunk, and of the form that an AIFF says it has. Nil for a file without a chunk of sound, for one whose parts
    /// are read wherever they lie, and for one of too many chunks.
    private static func end(of source: ByteSource, _ kind: Kind) throws(StorageError) -> Int64? {
        var place: Int64
        var said: Int64 = 0
        switch kind {
        case .aiff, .amiga:
            place = 12
            said = RIFFChunks.long(try source.number(at: 4, bytes: 4, .big)) + 8
        case .caf: place = 8
        case .mp4: place = 0
        }
        var hasSound = false
        for _ in 0..<mostChunks {
            let isNext = place > 0 ? try begins(kind, source, at: place) : false
            guard place < source.length, !isNext, let (name, bytes) = try chunk(kind, source, at: place) else {
                return hasSound ? max(place, said) : nil
            }
            if name == "moof" { return nil }
            hasSound = hasSound || ["SSND", "BODY", "data", "mdat"].contains(name)
            place += bytes
        }
        return nil
    }

    /// Name and bytes of the chunk at a place, with its head; nil if none begins there.
    private static func chunk(
        _ kind: Kind, _ source: ByteSource, at place: Int64
    ) throws(StorageError) -> (name: String, bytes: Int64)? {
        let at = kind == .mp4 ? place + 4 : place
        guard try source.bytes(at: at, 4).allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let name = try source.mark(at: at)
        switch kind {
        case .aiff, .amiga:
            guard let size = try source.number(at: place + 4, bytes: 4, .big) else { return nil }
            return (name, 8 + Int64(size + size % 2))
        case .caf:
            // A size of -1 is one to the end of the file, and past it here.
            guard let size = try source.number(at: place + 4, bytes: 8, .big) else { return nil }
            return (name, 12 + RIFFChunks.long(size))
        case .mp4:
            guard let size = try source.number(at: place, bytes: 4, .big) else { return nil }
            let bytes =
                switch size {
                case 0: source.length - place
                case 1: RIFFChunks.long(try source.number(at: place + 8, bytes: 8, .big))
                default: Int64(size)
                }
            return bytes < 8 ? nil : (name, bytes)
        }
    }
}
