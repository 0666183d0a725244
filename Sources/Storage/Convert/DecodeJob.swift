// One thread (the library worker, or the terminal alone); each step blocks for a moment only.
public import Dictation
import Glibc

/// What of some segments only ffmpeg reads, decoded into the cache one after the other; from then on it is read like all else.
/// Let go of, it ends ffmpeg.
public final class DecodeJob: PieceJob {
    private let cache: DecodeCache
    private let pending: [(file: String, path: String)]
    private var current = 0
    private var decoding: Decoding?
    /// The decoded file of each that had to be decoded, by the segment's file.
    private var decoded: [String: String] = [:]
    private let library: Library

    /// Blocks for the headers.
    public init(_ library: Library, _ segments: [Segment], _ cache: DecodeCache) throws(StorageError) {
        self.library = library
        self.cache = cache
        var pending: [(String, String)] = []
        for segment in segments where try library.needsDecoding(segment) {
            pending.append((segment.file, library.path(of: segment.file)))
        }
        self.pending = pending
    }

    public var fraction: Double {
        pending.isEmpty ? 1 : min(1, (Double(current) + (decoding?.fraction ?? 0)) / Double(pending.count))
    }

    /// Where the audio of a segment is read from.
    public func path(of file: String) -> String { decoded[file] ?? library.path(of: file) }

    public func step() throws(StorageError) -> Bool {
        guard current < pending.count else { return true }
        let (file, path) = pending[current]
        let found: String?
        if let decoding {
            var descriptors = decoding.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            // An interrupted wait is only an early look.
            _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 20)
            found = try decoding.look()
        } else {
            found = try cache.find(path)
            if found == nil { decoding = try cache.decode(path) }
        }
        guard let found else { return false }
        decoded[file] = found
        decoding = nil
        current += 1
        return current == pending.count
    }
}

extension Library {
    /// Blocks for the header. Whether a segment's file is one that libsndfile does not read, and ffmpeg may. What this program
    /// has written itself is never asked of ffmpeg: where that cannot be read it is damaged.
    func needsDecoding(_ segment: Segment) throws(StorageError) -> Bool {
        guard segment.isReference || !Self.isAudio(segment.file) else { return false }
        do throws(StorageError) {
            _ = try SegmentReader(path: path(of: segment.file))
            return false
        } catch .notAudio {
            return true
        }
    }
}
