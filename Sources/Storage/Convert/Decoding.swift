// Decodes one file into the decode cache. One thread at a time; never waits for ffmpeg's output.
internal import Messages
import System

/// One run of ffmpeg, or of libsndfile, that decodes a file into the cache. No call waits for output: poll `descriptors`, then call
/// `look`.
///
/// An abandoned run ends ffmpeg and leaves nothing behind.
public final class Decoding {
    /// Path of the source file, as requested.
    public let path: String
    private let key: DecodeKey
    private let cache: DecodeCache
    /// The unfinished file, and its open descriptor, by which ffmpeg writes it.
    private let temporary: Place
    private let descriptor: Int32
    private let work: Work
    private(set) var report = FFmpegReport()

    /// The program that decodes, or libsndfile for a file in which it cannot seek.
    private enum Work {
        case ffmpeg(ChildProcess)
        case sequential(SequentialCopy)
    }

    /// Starts ffmpeg, or libsndfile if `program` is nil, with an empty temporary file.
    init(
        of path: String, key: DecodeKey, program: String?, cache: DecodeCache, _ shelf: Shelf
    ) throws(StorageError) {
        self.path = path
        self.key = key
        self.cache = cache
        let (descriptor, temporary) = try Library.makeTemporary(
            beside: try shelf.place("x"), prefix: "\(key.text)-", ending: DecodeCache.partEnding, mode: FileMode.secret)
        (self.descriptor, self.temporary) = (descriptor, temporary)
        do throws(StorageError) {
            if let program {
                let child = try ChildProcess(
                    program, Self.words(from: key.source, try WaveClaim.ofWrong(key.source), to: File.path(of: descriptor)),
                    environment: ForeignProgram.environment(cache.searchPath))
                work = .ffmpeg(child)
            } else {
                work = .sequential(try SequentialCopy(key.source, as: .wav, to: descriptor))
            }
        } catch {
            File.close(descriptor)
            temporary.removeQuietly()
            throw error
        }
    }

    deinit {
        if case .ffmpeg(let child) = work { child.kill() }
        // Nothing was written through the descriptor, so a failing close loses nothing.
        File.close(descriptor)
        // A finished file has its final name already.
        temporary.removeQuietly()
    }

    /// Descriptors that become readable when ffmpeg has written output; libsndfile can always go on, and a file is always readable.
    public var descriptors: [Int32] {
        switch work {
        case .ffmpeg(let child): [child.output, child.errors].filter { $0 >= 0 }
        case .sequential: [descriptor]
        }
    }

    /// Part of the audio decoded, 0 to 1; nil when the file does not tell its length.
    public var fraction: Double? {
        if case .sequential(let copy) = work { copy.fraction } else { report.fraction }
    }

    /// Reads ffmpeg's output, or decodes a piece. Never waits. Returns the decoded file once it is complete. An error ends the
    /// decoding.
    public func look() throws(StorageError) -> String? {
        switch work {
        case .ffmpeg(let child): return try look(at: child)
        case .sequential(let copy):
            try DiskSpace.require(for: cache.folder, in: cache.folder, keeping: cache.reserve)
            guard try copy.step() else { return nil }
            return try finish(code: 0)
        }
    }

    private func look(at child: ChildProcess) throws(StorageError) -> String? {
        let said = (output: child.readOutput(), errors: child.readErrors())
        if let bytes = said.output { report.takeOutput(bytes) }
        if let bytes = said.errors { report.takeErrors(bytes) }
        guard said.output == nil, said.errors == nil else {
            // A running take needs the remaining space.
            try DiskSpace.require(for: cache.folder, in: cache.folder, keeping: cache.reserve)
            return nil
        }
        return try finish(code: child.finish())
    }

    /// Checks the result and gives the decoded file its final name.
    private func finish(code: Int32) throws(StorageError) -> String {
        guard code == 0 else {
            if let error = report.diskError(code: code, path: cache.folder) { throw error }
            let words =
                code < 0 ? tr("ffmpeg was ended by signal \(-code)") : report.trouble ?? tr("ffmpeg failed with code \(code)")
            throw .decoderRefused(path: path, reason: words)
        }
        guard try DecodeKey(path) == key else {
            throw .decoderRefused(path: path, reason: tr("it changed meanwhile; try again"))
        }
        let bytes = try FileStatus(of: descriptor, path: temporary.path).bytes
        let final = temporary.beside(DecodeCache.name(key: key.text, bytes: bytes))
        try temporary.rename(to: final)
        try cache.prune(keeping: final.path)
        return final.path
    }

    /// Arguments for ffmpeg. Paths are absolute and carry a protocol, so no name is taken for an option, a pattern or an
    /// address; the whitelist allows a playlist to name local files only. More than two channels are mixed to stereo, as floats:
    /// integers would be made softer, so that nothing clips. `claim` is that of a WAV whose header counts less than it has.
    private static func words(from source: String, _ claim: WaveClaim?, to target: String) -> [String] {
        let trim = claim.map { "\($0.filter)," } ?? ""
        return [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "repeat+level+info", "-stats_period", "0.1", "-progress",
            "pipe:1", "-protocol_whitelist", "file",
        ] + (claim?.inputWords ?? []) + [
            "-i", "file:\(source)", "-map", "0:a:0", "-vn", "-sn", "-dn", "-af",
            "\(trim)aformat=sample_fmts=flt:channel_layouts=stereo|mono", "-c:a", "pcm_f32le", "-map_metadata", "-1", "-f", "wav",
            "-rf64", "auto",
            "-y", "file:\(target)",
        ]
    }
}
