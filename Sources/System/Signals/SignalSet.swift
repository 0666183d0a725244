// Blocks signals in a thread and waits for them. Any thread; acts on the calling thread only.
internal import CLinux
internal import Glibc

/// A set of signals, to block and to wait for.
public struct SignalSet: Sendable {
    var set = sigset_t()

    /// Makes a set from the numbers of signals.
    public init(_ numbers: [Int32]) {
        _ = unsafe sigemptyset(&set)
        for number in numbers { _ = unsafe sigaddset(&set, number) }
    }

    /// Blocks the signals in this thread and in all threads that it starts later. Returns the signals that were blocked before.
    @discardableResult
    public func block() throws(SystemError) -> SignalSet { try change(SIG_BLOCK) }

    /// Unblocks the signals in this thread. Returns the signals that were blocked before.
    @discardableResult
    public func unblock() throws(SystemError) -> SignalSet { try change(SIG_UNBLOCK) }

    /// Blocks these signals in this thread, and unblocks all others. Returns the signals that were blocked before.
    @discardableResult
    public func makeBlocked() throws(SystemError) -> SignalSet { try change(SIG_SETMASK) }

    private func change(_ how: Int32) throws(SystemError) -> SignalSet {
        var (new, old) = (set, SignalSet([]))
        let code = unsafe pthread_sigmask(how, &new, &old.set)
        guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
        return old
    }

    /// Signals that have come while they were blocked, for this thread or the process.
    public static var waiting: SignalSet {
        var all = SignalSet([])
        _ = unsafe sigpending(&all.set)
        return all
    }

    /// True if a signal is in the set.
    public func contains(_ number: Int32) -> Bool {
        var copy = set
        return unsafe sigismember(&copy, number) == 1
    }

    /// Waits up to `milliseconds` for one of the signals, which must be blocked, and takes it.
    ///
    /// Returns nil if none came in time, or if another signal interrupted the wait.
    public func wait(milliseconds: Int) -> Int32? {
        var copy = set
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        let number = unsafe sigtimedwait(&copy, nil, &time)
        return number > 0 ? number : nil
    }
}
