// The main thread, while it works on a library by itself.
import Glibc

/// Signals that end the program, held back until what was begun is given up in order: a hidden file that is half written goes
/// first. Let go of, the signal does what it always does, so that a shell sees how the program ended.
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

    /// True where one waits.
    var isAsked: Bool {
        var waiting = sigset_t()
        guard unsafe sigpending(&waiting) == 0 else { return false }
        return Self.ending.contains { unsafe sigismember(&waiting, $0) == 1 }
    }
}
