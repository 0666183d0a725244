// One thread, the one that began it (the library worker).
import Glibc

/// ffmpeg at work for us on one file. Let go of, it is ended; what it has written is for the caller to remove.
final class FFmpegRun {
    /// Of what went in, for errors.
    private let path: String
    private let child: ChildProcess
    private var report = FFmpegReport()

    /// What comes first always: no question, no colour, news on standard output. Only files are opened.
    private static let manners = [
        "-nostdin", "-hide_banner", "-nostats", "-loglevel", "repeat+level+info", "-stats_period", "0.1", "-progress", "pipe:1",
        "-protocol_whitelist", "file,pipe",
    ]

    /// Starts it. `words` are what is behind ffmpeg's own manners; paths in them begin with `file:`.
    init(_ words: [String], on path: String, searchPath: String = DecodeCache.standardSearchPath) throws(StorageError) {
        guard let program = ForeignProgram.find("ffmpeg", searchPath) else { throw .noEncoder(path: path) }
        self.path = path
        child = try ChildProcess(program, Self.manners + words, environment: ForeignProgram.environment(searchPath))
    }

    deinit { child.kill() }

    /// 0 to 1; nil where the file does not say how long it is.
    var fraction: Double? { report.fraction }

    /// Seconds of audio that have come out.
    var seconds: Double { report.seconds }

    /// Waits for news, a fiftieth of a second at most. True once it has ended well; all else is an error.
    func step() throws(StorageError) -> Bool {
        var descriptors = [child.output, child.errors].filter { $0 >= 0 }.map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // An interrupted wait is only an early look.
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 20)
        let said = (output: child.readOutput(), errors: child.readErrors())
        if let bytes = said.output { report.takeOutput(bytes) }
        if let bytes = said.errors { report.takeErrors(bytes) }
        guard said.output == nil, said.errors == nil else { return false }
        let code = child.finish()
        guard code == 0 else {
            if report.trouble?.contains("No space left on device") == true { throw .diskFull(path: path) }
            let words = code < 0 ? "ffmpeg was ended by signal \(-code)" : report.trouble ?? "ffmpeg failed with code \(code)"
            throw .converterRefused(path: path, reason: words)
        }
        return true
    }
}
