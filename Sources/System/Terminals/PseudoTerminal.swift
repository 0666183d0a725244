// A terminal without a screen, for programs that measure or drive others. One owner at a time.
internal import CLinux
internal import Glibc

/// A pseudo terminal: a program that has `terminal` as its streams sees a terminal, and its owner reads and types.
public final class PseudoTerminal {
    /// The owner's descriptor, which never waits.
    public let owner: Int32
    /// The descriptor for the streams of a program.
    public let terminal: Int32

    /// Makes a terminal with a window of that size.
    public init(columns: Int, rows: Int) throws(SystemError) {
        var size = winsize(
            ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        var (owner, terminal): (Int32, Int32) = (-1, -1)
        guard unsafe openpty(&owner, &terminal, nil, nil, &size) == 0 else { throw .last("openpty") }
        (self.owner, self.terminal) = (owner, terminal)
        _ = fcntl(owner, F_SETFD, FD_CLOEXEC)
        _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
        _ = fcntl(owner, F_SETFL, O_NONBLOCK)
    }

    deinit {
        File.close(owner)
        File.close(terminal)
    }
}
