// One thread at a time; blocks until the program is done.
import Glibc

/// Programs of others, found in PATH.
enum ForeignProgram {
    static func find(_ name: String, _ searchPath: String = DecodeCache.standardSearchPath) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// No variable that makes ffmpeg write reports or colours.
    static func environment(_ searchPath: String) -> [String] {
        let kept = ["HOME", "TMPDIR", "LD_LIBRARY_PATH"].compactMap { name in
            CacheFolder.variable(name).map { "\(name)=\($0)" }
        }
        return kept + ["PATH=\(searchPath)", "LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"]
    }

    /// What it prints, and how it ended. For those that are done in a moment; ended after ten seconds.
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
