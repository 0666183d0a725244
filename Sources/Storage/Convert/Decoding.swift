// One thread, the one that began it (the library worker).
import Glibc

/// One file on its way through ffmpeg into the cache. Nothing here waits: poll `descriptors`, then `look`.
///
/// Let go of, it ends ffmpeg and leaves nothing behind.
public final class Decoding {
    /// The file as it was asked for.
    public let path: String
    private let key: DecodeKey
    private let cache: DecodeCache
    private let temporary: String
    private let child: ChildProcess
    private var report = FFmpegReport()

    init(of path: String, key: DecodeKey, program: String, cache: DecodeCache) throws(StorageError) {
        self.path = path
        self.key = key
        self.cache = cache
        let temporary = try Self.makeTemporary("\(cache.folder)/\(key.text)-XXXXXX\(DecodeCache.partEnding)")
        self.temporary = temporary
        do throws(StorageError) {
            child = try ChildProcess(
                program, Self.words(from: key.source, to: temporary), environment: ForeignProgram.environment(cache.searchPath))
        } catch {
            Folder.removeQuietly(temporary)
            throw error
        }
    }

    deinit {
        child.kill()
        // After a success it has another name.
        Folder.removeQuietly(temporary)
    }

    /// What becomes readable when there is something to look at.
    public var descriptors: [Int32] { [child.output, child.errors].filter { $0 >= 0 } }

    /// How much is done, 0 to 1; nil where the file does not say how long it is.
    public var fraction: Double? { report.fraction }

    /// Does not wait. The decoded file once it is there, nil before. An error ends it.
    public func look() throws(StorageError) -> String? {
        let said = (output: child.readOutput(), errors: child.readErrors())
        if let bytes = said.output { report.takeOutput(bytes) }
        if let bytes = said.errors { report.takeErrors(bytes) }
        guard said.output == nil, said.errors == nil else {
            // A take that is running needs what is left.
            if try DiskSpace.at(cache.folder).available < cache.reserve { throw .diskFull(path: cache.folder) }
            return nil
        }
        return try finish(code: child.finish())
    }

    private func finish(code: Int32) throws(StorageError) -> String {
        guard code == 0 else {
            if report.trouble?.contains("No space left on device") == true { throw .diskFull(path: cache.folder) }
            let words = code < 0 ? "ffmpeg was ended by signal \(-code)" : report.trouble ?? "ffmpeg failed with code \(code)"
            throw .decoderRefused(path: path, reason: words)
        }
        guard try DecodeKey(path) == key else {
            throw .decoderRefused(path: path, reason: "it changed meanwhile; try again")
        }
        let bytes = try FileStatus(of: temporary).bytes
        let final = "\(cache.folder)/\(DecodeCache.name(key: key.text, bytes: bytes))"
        guard unsafe rename(temporary, final) == 0 else { throw StorageError(code: errno, operation: "rename", path: temporary) }
        try cache.prune(keeping: final)
        return final
    }

    /// The path is absolute and has its protocol before it, so that no name is taken for an option, a pattern or an address;
    /// what a playlist names is opened here or not at all. Of more than two channels a stereo mix is made.
    private static func words(from source: String, to target: String) -> [String] {
        [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "repeat+level+info", "-stats_period", "0.1", "-progress",
            "pipe:1", "-protocol_whitelist", "file", "-i", "file:\(source)", "-map", "0:a:0", "-vn", "-sn", "-dn", "-af",
            "aformat=channel_layouts=stereo|mono", "-c:a", "pcm_f32le", "-map_metadata", "-1", "-f", "wav", "-rf64", "auto",
            "-y", "file:\(target)",
        ]
    }

    /// Made by us, so that nobody else can read what ffmpeg writes into it.
    private static func makeTemporary(_ pattern: String) throws(StorageError) -> String {
        var template = Array(pattern.utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkstemps($0, Int32(DecodeCache.partEnding.utf8.count)) } ?? -1
        }
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "write in the folder", path: pattern) }
        // Nothing was written through it.
        _ = close(descriptor)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
