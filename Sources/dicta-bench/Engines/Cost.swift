// Cost of a process so far, seen from outside. Main thread only.
import Glibc

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

    /// Measures a process now.
    init(of pid: pid_t) throws(BenchError) {
        var clock: clockid_t = 0
        let code = unsafe clock_getcpuclockid(pid, &clock)
        guard code == 0 else { throw .system("measure process \(pid)", code) }
        processor = try Self.read(clock)
        moment = try Self.read(CLOCK_MONOTONIC)
        var switches = 0
        for thread in Self.threads(of: pid) {
            let keys = ["voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"]
            switches += Self.sum(keys, in: "/proc/\(pid)/task/\(thread)/status")
        }
        self.switches = switches
        privateBytes = 1024 * Self.sum(["Private_Clean:", "Private_Dirty:"], in: "/proc/\(pid)/smaps_rollup")
    }

    private static func read(_ clock: clockid_t) throws(BenchError) -> Double {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { throw .system("read a clock", errno) }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func threads(of pid: pid_t) -> [String] {
        guard let folder = unsafe opendir("/proc/\(pid)/task") else { return [] }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.first?.isNumber == true { names.append(name) }
        }
        return names
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
