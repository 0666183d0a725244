// Runs ffmpeg on one file. One thread at a time; a step waits for a moment only.
internal import Messages
import System

/// One run of ffmpeg on a file. An abandoned run ends ffmpeg; the caller removes its output.
final class FFmpegRun {
    /// Path of the source file, for errors.
    private let path: String
    private let child: ChildProcess
    private(set) var report = FFmpegReport()

    /// First arguments of every run: no questions, no colours, progress on standard output, and local files only.
    private static let manners = [
        "-nostdin", "-hide_banner", "-nostats", "-loglevel", "repeat+level+info", "-stats_period", "0.1", "-progress", "pipe:1",
        "-protocol_whitelist", "file,pipe",
    ]

    /// Starts ffmpeg. `words` are the further arguments; paths in them begin with `file:`. Throws `noEncoder` without ffmpeg.
    init(_ words: [String], on path: String, searchPath: String = DecodeCache.standardSearchPath) throws(StorageError) {
        guard let program = ForeignProgram.find("ffmpeg", searchPath) else { throw .noEncoder(path: path) }
        self.path = path
        child = try ChildProcess(program, Self.manners + words, environment: ForeignProgram.environment(searchPath))
    }

    deinit { child.kill() }

    /// Part of the audio done, 0 to 1; nil when the file does not tell its length.
    var fraction: Double? { report.fraction }

    /// Seconds of audio written so far.
    var seconds: Double { report.seconds }

    /// Waits up to 20 ms for output. Returns true once ffmpeg has ended without an error; any other end throws.
    func step() throws(StorageError) -> Bool {
        Poll.wait(reading: [child.output, child.errors], milliseconds: 20)
        let said = (output: child.readOutput(), errors: child.readErrors())
        if let bytes = said.output { report.takeOutput(bytes) }
        if let bytes = said.errors { report.takeErrors(bytes) }
        guard said.output == nil, said.errors == nil else { return false }
        let code = child.finish()
        guard code == 0 else {
            if let error = report.diskError(code: code, path: path) { throw error }
            let words =
                code < 0 ? tr("ffmpeg was ended by signal \(-code)") : report.trouble ?? tr("ffmpeg failed with code \(code)")
            throw .converterRefused(path: path, reason: words)
        }
        return true
    }
}
