// Room: Storage, proof. A program of its own that writes a take, to be killed.
import Dictation
import Glibc
import Testing

/// One run of take-writer.
final class TakeProcess {
    let path: String
    let log: String
    private var pid: pid_t = 0

    /// `FRAMES 0`: until it is killed.
    init(
        _ format: AudioFormat, path: String, frames: Int = 0, step: Int, pause: Int = 0, environment: [String] = []
    ) throws {
        self.path = path
        log = path + ".log"
        let words = [
            Self.program, path, format.container.rawValue, format.container.isLossless ? format.encoding.word : "-",
            "\(format.rate)", "\(format.channels)", "\(frames)", "\(step)", "\(pause)",
        ]
        var actions = unsafe posix_spawn_file_actions_t()
        try #require(unsafe posix_spawn_file_actions_init(&actions) == 0)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        try #require(unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, flags, 0o644) == 0)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe (environment + ["PATH=/usr/bin:/bin"]).map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        try #require(unsafe posix_spawn(&pid, Self.program, &actions, nil, &arguments, &variables) == 0)
    }

    deinit { kill() }

    func kill() {
        guard pid > 0 else { return }
        _ = Glibc.kill(pid, SIGKILL)
        _ = wait()
    }

    /// Its exit status as the shell shows it.
    func wait() -> Int32 {
        guard pid > 0 else { return 0 }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        pid = 0
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    /// What it said so far, one a flush: frames given, and frames that can be read.
    var progress: [(given: Int, readable: Int)] {
        shell("cat '\(log)'").output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "given", let given = Int(words[1]), let readable = Int(words[3]) else {
                return nil
            }
            return (given, readable)
        }
    }

    private static let program: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/take-writer"
    }()
}

/// `short` times as a rule, 200 times where DICTA_SOAK is set, 3 times where DICTA_QUICK is.
func rounds(_ short: Int) -> Int {
    if isLong { return 200 }
    return unsafe getenv("DICTA_QUICK") != nil ? 3 : short
}

/// Whether there are hours for it.
var isLong: Bool { unsafe getenv("DICTA_SOAK") != nil }
