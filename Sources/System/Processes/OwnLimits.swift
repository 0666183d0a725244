// Limits of this user's processes, and a trial of realtime scheduling. Any thread except a realtime one.
internal import CLinux
internal import Glibc
internal import Synchronization

/// The limits that the system sets to this process.
public enum OwnLimits {
    /// Highest realtime priority that this user may ask for (RLIMIT_RTPRIO); 0 for none.
    public static var realtimePriority: UInt64 { limit(__RLIMIT_RTPRIO) }

    /// Bytes of memory that this user may lock (RLIMIT_MEMLOCK); the largest number for no limit.
    public static var lockedBytes: UInt64 { limit(__RLIMIT_MEMLOCK) }

    /// Number of files that this process may have open (RLIMIT_NOFILE).
    public static var openFiles: UInt64 { limit(RLIMIT_NOFILE) }

    private static func limit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        // Fails only for a resource that the kernel does not know.
        guard unsafe prlimit(0, Int32(resource.rawValue), nil, &limit) == 0 else { return 0 }
        return UInt64(limit.rlim_cur)
    }

    /// Ends this process by SIGPROF after so much processor time, in milliseconds; 0 ends it never. Each call begins anew.
    public static func limitWork(milliseconds: Int) {
        let time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        var timer = itimerval(it_interval: timeval(), it_value: time)
        // Fails only for a timer that the kernel does not know, or a negative time.
        _ = unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }

    /// Refuses this process more memory than `bytes` beyond what it has mapped now, and images of its memory on the disk. The
    /// programs that it starts keep the limit.
    public static func limitMemory(bytes: Int) throws(SystemError) {
        let pages = try File.contents(of: "/proc/self/statm").prefix { $0 != UInt8(ascii: " ") }
        let mapped = (Int(String(decoding: pages, as: UTF8.self)) ?? 0) * ThisProcess.pageSize
        for (resource, most) in [(RLIMIT_AS, mapped + bytes), (RLIMIT_CORE, 0)] {
            var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
            guard unsafe prlimit(0, Int32(resource.rawValue), &limit, nil) == 0 else { throw .last("prlimit") }
        }
    }

    /// Asks for realtime scheduling in a thread that ends at once. Returns 0, or the error number of the refusal.
    public static func tryRealtime() -> Int32 {
        let result = Result()
        do throws(SystemError) {
            let thread = try NamedThread("dicta-trial") {
                var parameters = sched_param()
                parameters.sched_priority = sched_get_priority_min(SCHED_FIFO)
                result.code.store(unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters), ordering: .releasing)
            }
            thread.join()
        } catch {
            return error.code
        }
        return result.code.load(ordering: .acquiring)
    }

    private final class Result: Sendable {
        let code = Atomic<Int32>(0)
    }
}
