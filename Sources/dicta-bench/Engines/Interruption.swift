// Signals that end dicta-bench. Main thread only.
import Glibc

/// Blocks the signals that ask the program to end, and waits for them: no handler runs in between.
enum Interruption {
    /// Blocks the signals; called once, before any thread starts.
    static func block() {
        var set = asked
        // Fails only for a wrong first argument.
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Sleeps. Throws `signal` if a signal comes.
    static func sleep(seconds: Double) throws(BenchError) {
        let end = ContinuousClock.now + .seconds(seconds)
        var number: Int32
        repeat {
            var set = asked
            let rest = max(.zero, ContinuousClock.now.duration(to: end)).components
            var time = timespec(tv_sec: Int(rest.seconds), tv_nsec: Int(rest.attoseconds / 1_000_000_000))
            number = unsafe sigtimedwait(&set, nil, &time)
            // A program that was suspended and goes on is woken too early.
        } while number < 0 && errno == EINTR
        if number > 0 { throw .signal(number) }
    }

    private static var asked: sigset_t {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { _ = unsafe sigaddset(&set, number) }
        return set
    }
}
