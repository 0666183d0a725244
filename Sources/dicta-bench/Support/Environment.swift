// Environment variables and installed programs. Main thread only.
import System

/// Variables and programs of the system.
enum Environment {
    /// The variables of this process, with `more` added or replaced.
    static func merged(_ more: [String: String]) -> [String: String] {
        var all: [String: String] = [:]
        for entry in ThisProcess.environment {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
        }
        return all.merging(more) { $1 }
    }

    /// Path of a program: beside this one for Dicta's own, in PATH for others; nil if there is none.
    static func program(_ name: String, isOurs: Bool) -> String? {
        var folders = (merged([:])["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        if isOurs { folders = [String(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex))] }
        return folders.map { $0 + "/" + name }.first { File.isExecutable($0) }
    }

    /// Path of this program.
    static var own: String { File.linkText("/proc/self/exe") ?? "" }
}
