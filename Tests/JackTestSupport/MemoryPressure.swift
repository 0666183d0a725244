// Memory pressure on one process, and its page faults. One thread: the test's.
import CLinux
import Glibc
import TestSupport

/// Has the kernel take all memory that it may from a process, as a machine short of memory would.
public enum MemoryPressure {
    /// Returns the number of bytes given up, without locked ones; nil where the kernel refuses (CAP_SYS_NICE and Linux 5.10
    /// are needed).
    public static func squeeze(_ process: Int32) -> Int? {
        let descriptor = pidfd_open(process, 0)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes = 0
        for line in (Files.read("/proc/\(process)/maps") ?? "").split(separator: "\n") {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2 else { continue }
            var piece = unsafe iovec(iov_base: UnsafeMutableRawPointer(bitPattern: ends[0]), iov_len: Int(ends[1] - ends[0]))
            let given = unsafe process_madvise(descriptor, &piece, 1, 21, 0)  // MADV_PAGEOUT
            if given < 0, errno == EPERM || errno == ENOSYS { return nil }
            // Locked memory is refused (EINVAL): this refusal is the subject of the tests.
            bytes += max(0, given)
        }
        return bytes
    }

    /// Page faults of the thread with the highest realtime priority, which is JACK's; nil where there is none.
    public static func faultsOfRealtimeThread(_ process: Int32) -> (minor: Int, major: Int)? {
        RealtimeThread.all(of: process).max { $0.priority < $1.priority }.map { ($0.minorFaults, $0.majorFaults) }
    }
}
