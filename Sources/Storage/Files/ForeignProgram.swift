// Finds and runs other programs. One owner at a time; `run` blocks until the program has ended.
import Glibc

/// Programs found in PATH.
enum ForeignProgram {
    /// Path of a program; nil when no folder of the search path has it.
    static func find(_ name: String, _ searchPath: String = DecodeCache.standardSearchPath) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
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
            var descriptors = [child.output, child.errors].filter { $0 >= 0 }.map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 20)
            var isOver = true
            while let bytes = child.readOutput() {
                isOver = false
                guard !bytes.isEmpty else { break }
                // Nothing that is asked for is longer.
                if output.count < 4 << 20 { output += bytes }
            }
            let said = child.readErrors()
            guard isOver, said == nil else { continue }
            return (output, child.finish())
        }
        child.kill()
        throw .converterRefused(path: program, reason: "it does not come to an end")
    }
}
