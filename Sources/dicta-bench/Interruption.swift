// Room: dicta-bench. The main thread.
import Glibc

/// Signals that ask the program to end are blocked and waited for, never handled in between.
enum Interruption {
    static func block() {
        var set = asked
        // Refused only for a wrong first argument.
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Sleeps, unless one of them comes.
    static func sleep(seconds: Double) throws(BenchError) {
        var set = asked
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        let number = unsafe sigtimedwait(&set, nil, &time)
        if number > 0 { throw .signal(number) }
    }

    private static var asked: sigset_t {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { _ = unsafe sigaddset(&set, number) }
        return set
    }
}
