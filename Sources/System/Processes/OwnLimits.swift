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
