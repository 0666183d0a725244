// Size of a terminal. Any thread; one system call.
internal import CLinux
internal import Glibc

/// The window of a terminal.
public enum TerminalWindow {
    /// Columns and rows of the terminal behind a descriptor; nil if it is no terminal, or one that does not know its size.
    public static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
