// Blocked and waiting signals of a thread. The calling thread's own.
internal import CLinux
internal import Glibc

/// Some signals, to block and to wait for.
public struct SignalSet: Sendable {
    var set = sigset_t()

    /// Makes a set of signals.
    public init(_ numbers: [Int32]) {
        _ = unsafe sigemptyset(&set)
        for number in numbers { _ = unsafe sigaddset(&set, number) }
    }

    /// Keeps the signals from this thread and from all that it makes later; gives the blocked ones of before.
    @discardableResult
    public func block() throws(SystemError) -> SignalSet { try change(SIG_BLOCK) }

    /// Lets the signals through again.
    @discardableResult
    public func unblock() throws(SystemError) -> SignalSet { try change(SIG_UNBLOCK) }

    /// Blocks these signals and no others.
    @discardableResult
    public func makeBlocked() throws(SystemError) -> SignalSet { try change(SIG_SETMASK) }

    private func change(_ how: Int32) throws(SystemError) -> SignalSet {
        var (new, old) = (set, SignalSet([]))
        let code = unsafe pthread_sigmask(how, &new, &old.set)
        guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
        return old
    }

    /// Signals that have come and are blocked.
    public static var waiting: SignalSet {
        var all = SignalSet([])
        _ = unsafe sigpending(&all.set)
        return all
    }

    /// True where a signal is in the set.
    public func contains(_ number: Int32) -> Bool {
        var copy = set
        return unsafe sigismember(&copy, number) == 1
    }

    /// Waits for one of the blocked signals, so many milliseconds at most; nil where none came.
    public func wait(milliseconds: Int) -> Int32? {
        var copy = set
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        let number = unsafe sigtimedwait(&copy, nil, &time)
        return number > 0 ? number : nil
    }
}
