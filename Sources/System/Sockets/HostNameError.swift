// Errors of the lookup of host names. Any thread; values.
internal import CLinux
internal import Glibc

/// A failed lookup of a host name. Its codes are those of getaddrinfo(3), not of errno.
public struct HostNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Error number of getaddrinfo(3).
    public let code: Int32

    /// Text of the C library for the error.
    public var reason: String { unsafe String(cString: gai_strerror(code)) }

    /// The call and the reason in one line.
    public var description: String { "getaddrinfo: \(reason)" }
}
