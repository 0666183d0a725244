// Refusals of the kernel, with the words for them. Values; any thread.
internal import CLinux
internal import Glibc

/// A call of the system that was refused: its name, its reason, and the path it was about.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kernel's number of the reason (errno); `Errno` has names for them.
    public let code: Int32
    /// Name of the call, as in its manual page: `open`, `flock`.
    public let call: String
    /// Path that the call was about; empty for a call about none.
    public let path: String

    /// Makes an error.
    public init(_ call: String, _ path: String = "", code: Int32) {
        self.code = code
        self.call = call
        self.path = path
    }

    /// The call, the path and the reason in one line.
    public var description: String { path.isEmpty ? "\(call): \(reason)" : "\(call) \(path): \(reason)" }

    /// The reason in the system's words.
    public var reason: String { Self.reason(for: code) }

    /// The system's words for an errno.
    public static func reason(for code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// The error of the call that failed just now.
    static func last(_ call: String, _ path: String = "") -> SystemError { SystemError(call, path, code: errno) }
}
