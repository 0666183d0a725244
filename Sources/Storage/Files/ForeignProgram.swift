// Finds and runs other programs. One owner at a time; `run` blocks until the program has ended.
internal import Messages
import System

/// Programs found in PATH.
enum ForeignProgram {
    /// Path of a program; nil when no folder of the search path has it.
    static func find(_ name: String, _ searchPath: String = DecodeCache.standardSearchPath) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { File.isExecutable($0) }
    }

    /// Environment for a program, without variables that make ffmpeg write reports or colours.
    static func environment(_ searchPath: String) -> [String] {
        let kept = ["HOME", "TMPDIR", "LD_LIBRARY_PATH"].compactMap { name in
            CacheFolder.variable(name).map { "\(name)=\($0)" }
        }
        return kept + ["PATH=\(searchPath)", "LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"]
    }

    /// Runs a short program and returns its output and exit code. Blocks. Kills it after ten seconds and throws
    /// `converterRefused`.
    static func run(_ program: String, _ words: [String]) throws(StorageError) -> (output: [UInt8], code: Int32) {
        let child = try ChildProcess(program, words, environment: environment(DecodeCache.standardSearchPath))
        var output: [UInt8] = []
        for _ in 0..<500 {
            Poll.wait(reading: [child.output, child.errors], milliseconds: 20)
            var isOver = true
            while let bytes = child.readOutput() {
                isOver = false
                guard !bytes.isEmpty else { break }
                // 4 MiB is more than any expected output; the rest is discarded.
                if output.count < 4 << 20 { output += bytes }
            }
            let said = child.readErrors()
            guard isOver, said == nil else { continue }
            return (output, child.finish())
        }
        child.kill()
        throw .converterRefused(path: program, reason: tr("it does not come to an end"))
    }
}
