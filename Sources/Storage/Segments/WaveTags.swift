// Any thread but the realtime one; blocks on the disk. What a WAV says beside its audio.
import Glibc

/// The description and the markers of a WAV or RF64, whoever wrote it.
public struct WaveTags: Sendable, Hashable {
    /// From the `bext` chunk; nil where there is none.
    public let description: BroadcastDescription?
    /// From `cue ` and `LIST adtl`, in the order of their positions.
    public let markers: [SegmentMarker]

    /// No chunk of text is longer; what says so is damaged and must not eat the memory.
    private static let mostBytes: Int64 = 4 << 20

    /// Reads the headers of the chunks, wherever they stand. A file that is no WAV is `notAudio`.
    public init(path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open", path: path) }
        // Only read from: a close that fails loses nothing.
        defer { _ = close(descriptor) }
        let status = try FileStatus(of: descriptor, path: path)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile else { throw .notAudio(path: path, reason: "it is no regular file") }
        let source = ByteSource(descriptor, path: path, length: status.bytes, windowBytes: 16_384)
        let riff = try RIFFChunks(source)
        func contents(_ chunk: RIFFChunks.Chunk?) throws(StorageError) -> [UInt8] {
            guard let chunk else { return [] }
            return Array(try source.bytes(at: chunk.start, Int(min(chunk.bytes, Self.mostBytes))))
        }
        description = BroadcastDescription(try contents(riff.first("bext")))
        var texts: [UInt8] = []
        for chunk in riff.chunks where chunk.mark == "LIST" {
            let bytes = try contents(chunk)
            if bytes.starts(with: "adtl".utf8) { texts += bytes.dropFirst(4) }
        }
        markers = WaveCues.markers(cue: try contents(riff.first("cue ")), texts: texts)
    }
}
