// Looks up host names. Any thread; blocks on the network.
internal import CLinux
internal import Glibc
internal import Messages

/// Names of machines.
public enum HostName {
    /// Returns the addresses of a machine with a port, in the order in which to try them. `host` is a name or an address in
    /// digits, and `port` a number or the name of a service. May block for many seconds.
    public static func addresses(
        of host: String, port: String, _ kind: Socket.Kind
    ) throws(HostNameError) -> [InternetAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(kind.number.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, port, &hints, &list)
        guard code == 0 else { throw HostNameError(code: code) }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [InternetAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            let bytes = unsafe UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
            if let address = unsafe InternetAddress(SocketAddress(bytes: [UInt8](bytes))) { addresses.append(address) }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }
}

/// A failed lookup of a host name. Its codes are those of getaddrinfo(3), not of errno.
public struct HostNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Error number of getaddrinfo(3).
    public let code: Int32

    /// Text of the C library for the error.
    public var reason: String { unsafe MessageCatalogue.libraryText { unsafe gai_strerror(code) } ?? "error \(code)" }

    /// The call and the reason in one line.
    public var description: String { "getaddrinfo: \(reason)" }
}
