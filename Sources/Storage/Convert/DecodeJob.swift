// Decodes segments into the decode cache in short steps. One thread at a time; each step blocks for a moment only.
public import Dictation
import System

/// Decodes segments that only ffmpeg can read into the cache, one after the other; later reads use the decoded files. An
/// abandoned job ends ffmpeg.
public final class DecodeJob: PieceJob {
    private let cache: DecodeCache
    private let pending: [(file: String, path: String, frames: Int64)]
    /// Frames to be decoded: those of the files that the cache does not have.
    public let frames: Int64
    /// Frames of the files that are decoded.
    private var done: Int64 = 0
    private var current = 0
    private var decoding: Decoding?
    /// Path of each decoded file, by the segment's file.
    private var decoded: [String: String] = [:]
    private let library: Library

    /// Finds the segments that need decoding. Blocks for their headers.
    public init(_ library: Library, _ segments: [Segment], _ cache: DecodeCache) throws(StorageError) {
        self.library = library
        self.cache = cache
        var pending: [(String, String, Int64)] = []
        for segment in segments where try library.needsDecoding(segment) {
            let path = library.path(of: segment.file)
            pending.append((segment.file, path, try cache.find(path) == nil ? max(0, segment.frames) : 0))
        }
        self.pending = pending
        frames = pending.reduce(0) { $0.boundedSum($1.2) }
    }

    /// Part of the work done, 0 to 1.
    public var fraction: Double {
        guard frames > 0 else { return current < pending.count ? 0 : 1 }
        let now = pending.indices.contains(current) ? Double(pending[current].frames) * (decoding?.fraction ?? 0) : 0
        return min(1, (Double(done) + now) / Double(frames))
    }

    /// Path from which the audio of a segment is read.
    public func path(of file: String) -> String { decoded[file] ?? library.path(of: file) }

    /// Waits up to 20 ms for ffmpeg. Returns true when all segments are decoded.
    public func step() throws(StorageError) -> Bool {
        guard current < pending.count else { return true }
        let (file, path, frames) = pending[current]
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
        done = done.boundedSum(frames)
        current += 1
        return current == pending.count
    }
}

extension Library {
    /// True when libsndfile cannot read a segment's file and ffmpeg may. Blocks for the header. Files written by this program
    /// never need ffmpeg: an unreadable one is damaged. Other files of the library do if libsndfile reads only a part of them.
    func needsDecoding(_ segment: Segment) throws(StorageError) -> Bool {
        guard segment.isReference || !Self.isAudio(segment.file) else {
            return SegmentReader.fallsShort(path(of: segment.file))
        }
        do throws(StorageError) {
            return try isMisread(segment, try SegmentReader(path: path(of: segment.file)).info)
        } catch .notAudio {
            return true
        }
    }

    /// True if ffmpeg has described the same bytes at the import of a reference: libsndfile opens the file, but does not read it whole.
    func isMisread(_ segment: Segment, _ info: SegmentInfo) throws(StorageError) -> Bool {
        guard segment.isReference, (info.frames, info.encoding) != (segment.frames, segment.encoding) else { return false }
        return try FileStatus(of: segment.file).bytes == segment.bytes
    }
}
