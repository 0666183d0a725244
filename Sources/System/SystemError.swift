// Errors of system calls. Any thread; values.
internal import CLinux
internal import Glibc
internal import Messages

/// A failed system call: its name, its errno, and the path it was given.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Error number (errno); `Errno` has names for the usual ones.
    public let code: Int32
    /// Name of the system call, as in its manual page: `open`, `flock`.
    public let call: String
    /// Path that the call was given; empty if it takes none.
    public let path: String

    /// Makes an error from a call and an errno.
    public init(_ call: String, _ path: String = "", code: Int32) {
        self.code = code
        self.call = call
        self.path = path
    }

    /// The call, the path and the reason in one line.
    public var description: String { path.isEmpty ? "\(call): \(reason)" : "\(call) \(path): \(reason)" }

    /// Text of the C library for the errno, in the user's language; in English for the log.
    public var reason: String { Self.reason(for: code) }

    /// Text of the C library for an errno, in the user's language; in English for the log.
    public static func reason(for code: Int32) -> String {
        unsafe MessageCatalogue.libraryText { unsafe UnsafePointer(strerror(code)) } ?? "error \(code)"
    }

    /// Runs `calls`. Returns nil if all system calls succeed, or the errno of the first that fails.
    public static func code(of calls: () throws(SystemError) -> Void) -> Int32? {
        do throws(SystemError) { try calls() } catch { return error.code }
        return nil
    }

    /// Error of the call that has just failed in this thread: reads errno.
    static func last(_ call: String, _ path: String = "") -> SystemError { SystemError(call, path, code: errno) }
}
