// Threads of a process that run under a realtime policy. Any thread.
import TestSupport

/// A thread that the kernel schedules by SCHED_FIFO, as /proc showed it.
public struct RealtimeThread {
    /// Name of the thread.
    public let name: String
    /// Realtime priority, 1 to 99.
    public let priority: Int
    /// Page faults that needed no disk, since the thread began.
    public let minorFaults: Int
    /// Page faults that read the disk, since the thread began.
    public let majorFaults: Int

    /// All such threads of a process; empty when the process has ended.
    public static func all(of process: Int32) -> [RealtimeThread] {
        Process.run("/bin/ls", ["/proc/\(process)/task"]).output.split(separator: "\n").compactMap { thread in
            let text = Files.read("/proc/\(process)/task/\(thread)/stat") ?? ""
            // Fields after the name, which can hold any character: state is field 3, faults 10 and 12, priority 40, policy 41.
            guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: close)...].split(separator: " ").map { Int($0) ?? 0 }
            guard fields.count > 38, fields[38] == 1 else { return nil }
            return RealtimeThread(
                name: String(text[text.index(after: open)..<close]), priority: fields[37], minorFaults: fields[7],
                majorFaults: fields[9])
        }
    }
}
