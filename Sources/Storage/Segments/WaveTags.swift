// The tags of a WAV or RF64. A value; any thread that may block, since reading blocks on the disk.
public import Dictation
internal import Messages
import System

/// The broadcast description and the markers of a WAV or RF64 from any program.
public struct WaveTags: Sendable, Hashable {
    /// Description from the `bext` chunk; nil without one.
    public let description: BroadcastDescription?
    /// Markers from `cue ` and `LIST adtl`, ordered by position.
    public let markers: [Marker]

    /// No real text chunk is longer; a larger size is damage and must not exhaust memory.
    private static let mostBytes: Int64 = 4 << 20

    /// Reads the chunks wherever they stand in the file. Throws `notAudio` for a file that is not a WAV. Blocks.
    public init(path: String) throws(StorageError) {
        let descriptor = try onDisk("open", path, File.open(path, .read, .noWait))
        // The file is only read, so a failing close loses nothing.
        defer { File.close(descriptor) }
        let status = try FileStatus(of: descriptor, path: path)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile else { throw .notAudio(path: path, reason: tr("it is not a regular file")) }
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
