// Modes of a terminal: lines or single keys, echo or none. Any thread; one system call each.
internal import CLinux
internal import Glibc

/// The modes of a terminal, as `stty` shows them.
public struct TerminalMode: Sendable {
    var settings: termios

    /// Reads the modes of a terminal. Throws `ENOTTY` for any other file.
    public init(of descriptor: Int32) throws(SystemError) {
        settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { throw .last("tcgetattr") }
    }

    /// The same modes for a full-screen program: each key arrives at once, without echo, and no key is a signal.
    public var forKeys: TerminalMode {
        var copy = self
        unsafe cfmakeraw(&copy.settings)
        return copy
    }

    /// The same modes for keys that answer a program of lines: each key arrives at once and without echo. Lines are written as
    /// ever, and Ctrl-C and Ctrl-Z stay signals.
    public var forSingleKeys: TerminalMode {
        var copy = self
        copy.settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        unsafe withUnsafeMutableBytes(of: &copy.settings.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
        }
        return copy
    }

    /// Sets the modes at once: output that a hung terminal does not take is not waited for.
    public func set(on descriptor: Int32) throws(SystemError) {
        var copy = settings
        while unsafe tcsetattr(descriptor, TCSANOW, &copy) != 0 {
            guard errno == EINTR else { throw .last("tcsetattr") }
        }
    }
}
