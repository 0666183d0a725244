// Cost of a process so far, seen from outside. Main thread only.
import System

/// CPU time, context switches and private memory of a process at one moment.
struct Cost {
    /// CPU seconds of all its threads, ended ones too; the scheduler's own count in ns.
    let processor: Double
    /// Context switches of the living threads, voluntary and not.
    let switches: Int
    /// Bytes that belong to this process alone.
    let privateBytes: Int
    /// Time of the measurement on the monotonic clock, in seconds.
    let moment: Double

    init(of pid: Int32) throws(BenchError) {
        do throws(SystemError) { processor = try Clock.processorTime(of: pid) } catch {
            throw .system("measure process \(pid)", error.code)
        }
        moment = Double(Clock.monotonic.nanoseconds) / 1e9
        var switches = 0
        for thread in Self.threads(of: pid) {
            let keys = ["voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"]
            switches += Self.sum(keys, in: "/proc/\(pid)/task/\(thread)/status")
        }
        self.switches = switches
        privateBytes = 1024 * Self.sum(["Private_Clean:", "Private_Dirty:"], in: "/proc/\(pid)/smaps_rollup")
    }

    private static func threads(of pid: Int32) -> [String] {
        ((try? File.names(in: "/proc/\(pid)/task")) ?? []).filter { $0.first?.isNumber == true }
    }

    /// Adds up the numbers of the lines that begin with one of the keys. A thread that has just ended has no lines.
    private static func sum(_ keys: [String], in path: String) -> Int {
        (Text.file(path) ?? "").split(separator: "\n").reduce(0) { sum, line in
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.count > 1, keys.contains(String(words[0])) else { return sum }
            return sum + (Int(words[1]) ?? 0)
        }
    }
}
