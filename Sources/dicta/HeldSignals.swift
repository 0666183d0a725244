// Holds signals back during work on a library. Main thread.
import Glibc

/// Holds back the signals that end the program, until unfinished work is cleaned up: a half-written hidden file is removed
/// first. When released, a signal acts as usual, so that a shell sees how the program ended.
struct HeldSignals: ~Copyable {
    private var before = sigset_t()
    private static let ending = [SIGINT, SIGTERM, SIGHUP]

    init() {
        var held = sigset_t()
        _ = unsafe sigemptyset(&held)
        for number in Self.ending { _ = unsafe sigaddset(&held, number) }
        _ = unsafe sigprocmask(SIG_BLOCK, &held, &before)
    }

    deinit {
        var mask = self.before
        _ = unsafe sigprocmask(SIG_SETMASK, &mask, nil)
    }

    /// True when a signal waits.
    var isAsked: Bool {
        var waiting = sigset_t()
        guard unsafe sigpending(&waiting) == 0 else { return false }
        return Self.ending.contains { unsafe sigismember(&waiting, $0) == 1 }
    }
}
