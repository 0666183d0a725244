// Slows one thread of a process down. One thread: the test's.
import Glibc
import TestSupport

/// Gives one thread of a process a share of a processor, as a slow machine would: a control group of version 1, which can
/// hold single threads.
public final class Throttle {
    private let folder: String
    private let thread: Substring
    private static let root = "/sys/fs/cgroup/cpu"

    /// Gives the thread called `name` a `share` of one processor in each period of `milliseconds`, at ordinary priority: a share does
    /// not hold a realtime thread. It gets no more, and on a busy machine no less: its group goes before all others. Nil
    /// where the machine has no control groups of version 1, or the process has no thread of this name.
    public init?(_ name: String, of process: Int32, share: Double, milliseconds: Int = 100) {
        guard let thread = Throttle.thread(name, of: process) else { return nil }
        self.thread = thread
        folder = "\(Throttle.root)/dicta-test-\(process)-\(thread)"
        var ordinary = sched_param(sched_priority: 0)
        guard let number = Int32(thread), unsafe mkdir(folder, 0o755) == 0,
            put("\(milliseconds * 1000)", "cpu.cfs_period_us"),
            put("\(max(1000, Int(share * 1000 * Double(milliseconds))))", "cpu.cfs_quota_us"), put("262144", "cpu.shares"),
            unsafe sched_setscheduler(number, SCHED_OTHER, &ordinary) == 0, put(String(thread), "tasks")
        else {
            _ = unsafe rmdir(folder)
            return nil
        }
    }

    deinit {
        // A group with threads in it cannot be removed.
        _ = Files.write(String(thread), to: Throttle.root + "/tasks")
        _ = unsafe rmdir(folder)
    }

    /// Seconds that a thread has run so far; 0 where no thread has this name.
    public static func seconds(_ name: String, of process: Int32) -> Double {
        guard let thread = thread(name, of: process) else { return 0 }
        let text = Files.read("/proc/\(process)/task/\(thread)/schedstat") ?? ""
        return (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }

    private static func thread(_ name: String, of process: Int32) -> Substring? {
        let all = Process.run("/bin/ls", ["/proc/\(process)/task"]).output.split(separator: "\n")
        return all.first { Files.read("/proc/\(process)/task/\($0)/comm")?.split(separator: "\n").first == name[...] }
    }

    private func put(_ text: String, _ file: String) -> Bool { Files.write(text, to: "\(folder)/\(file)") }
}
