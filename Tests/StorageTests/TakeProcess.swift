// Runs take-writer, a program that writes a take, to be killed. One thread.
import Dictation
import Glibc
import TestSupport
import Testing

/// One run of take-writer.
final class TakeProcess {
    let path: String
    private let process: Process

    /// Starts it; without a number of frames it writes until it is killed.
    init(
        _ format: AudioFormat, path: String, frames: Int = 0, step: Int, pause: Int = 0, environment: [String: String] = [:]
    ) throws {
        self.path = path
        let words = [
            path, format.container.rawValue, format.container.isLossless ? format.encoding.word : "-",
            "\(format.rate)", "\(format.channels)", "\(frames)", "\(step)", "\(pause)",
        ]
        process = try #require(Process(Self.program, words, environment: environment))
    }

    func kill() {
        _ = Glibc.kill(process.pid, SIGKILL)
        _ = process.finish()
    }

    /// Waits for its end, and returns the exit status.
    func wait() -> Int32 { process.finish().code }

    /// The lines of its output so far, one a flush: frames given, and frames that can be read.
    var progress: [(given: Int, readable: Int)] {
        process.saidSoFar.split(separator: "\n").compactMap { line in
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

/// Number of rounds: `short`, 200 if DICTA_SOAK is set, 3 in a quick run.
func rounds(_ short: Int) -> Int { isLong ? 200 : QuickRun.isOn ? 3 : short }

/// True if the tests may take hours.
var isLong: Bool { unsafe getenv("DICTA_SOAK") != nil }
