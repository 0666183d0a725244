// Decodes segments into the decode cache in short steps. One thread at a time; each step blocks for a moment only.
public import Dictation
import System

/// Decodes segments that only ffmpeg can read into the cache, one after the other; later reads use the decoded files. An
/// abandoned job ends ffmpeg.
public final class DecodeJob: PieceJob {
    private let cache: DecodeCache
    private let pending: [(file: String, path: String)]
    private var current = 0
    private var decoding: Decoding?
    /// Path of each decoded file, by the segment's file.
    private var decoded: [String: String] = [:]
    private let library: Library

    /// Finds the segments that need decoding. Blocks for their headers.
    public init(_ library: Library, _ segments: [Segment], _ cache: DecodeCache) throws(StorageError) {
        self.library = library
        self.cache = cache
        var pending: [(String, String)] = []
        for segment in segments where try library.needsDecoding(segment) {
            pending.append((segment.file, library.path(of: segment.file)))
        }
        self.pending = pending
    }

    /// Part of the work done, 0 to 1.
    public var fraction: Double {
        pending.isEmpty ? 1 : min(1, (Double(current) + (decoding?.fraction ?? 0)) / Double(pending.count))
    }

    /// Path from which the audio of a segment is read.
    public func path(of file: String) -> String { decoded[file] ?? library.path(of: file) }

    /// Waits up to 20 ms for ffmpeg. Returns true when all segments are decoded.
    public func step() throws(StorageError) -> Bool {
        guard current < pending.count else { return true }
        let (file, path) = pending[current]
        let found: String?
        if let decoding {
            Poll.wait(reading: decoding.descriptors, milliseconds: 20)
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
    /// True when libsndfile cannot read a segment's file and ffmpeg may. Blocks for the header. Files written by this program
    /// never need ffmpeg: an unreadable one is damaged.
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
