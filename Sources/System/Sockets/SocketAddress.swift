// Addresses of sockets as bytes in the kernel's layout. Any thread; a value.
internal import CLinux
internal import Glibc

/// The address of a socket: a path, an abstract name, no name, or an Internet address.
public struct SocketAddress: Sendable, Hashable {
    /// Family and name, in the kernel's layout.
    let bytes: [UInt8]

    /// Size in bytes of the longest address, that of a Unix socket. The kernel refuses a longer one.
    private static let capacity = MemoryLayout<sockaddr_un>.size
    private static let head = MemoryLayout<sa_family_t>.size
    private static let family = unsafe withUnsafeBytes(of: sa_family_t(AF_UNIX)) { unsafe [UInt8]($0) }

    /// Most bytes that the path of a Unix socket can have, without the NUL at its end.
    public static let longestPath = capacity - head - 1

    /// Makes an address from bytes in the kernel's layout. They are not checked.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Makes the address of a Unix socket. Returns nil if the path is empty, too long, or has a NUL.
    public init?(unixPath path: String) {
        guard path.utf8.count <= Self.longestPath, !path.isEmpty, !path.utf8.contains(0) else { return nil }
        bytes = Self.family + Array(path.utf8) + [0]
    }

    /// Makes the address of a Unix socket that is no file (unix(7), abstract). Returns nil if the name is empty, too long, or has a
    /// NUL.
    public init?(abstractName name: String) {
        guard name.utf8.count <= Self.longestPath, !name.isEmpty, !name.utf8.contains(0) else { return nil }
        bytes = Self.family + [0] + Array(name.utf8)
    }

    /// The path of a Unix socket; nil for any other address.
    public var path: String? {
        let name = bytes.dropFirst(Self.head).prefix { $0 != 0 }
        return bytes.starts(with: Self.family) && !name.isEmpty ? String(validating: name, as: UTF8.self) : nil
    }

    /// False for a sender without a name, which cannot be answered.
    public var isNamed: Bool { bytes.count > Self.head }

    /// Calls `body` with the address; the pointer is valid inside the call only.
    @unsafe func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        let size = min(bytes.count, MemoryLayout<sockaddr_storage>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyBytes(from: bytes.prefix(size)) }
        return unsafe withUnsafePointer(to: &storage) { pointer in
            // A sockaddr_storage holds, and is aligned for, every kind of sockaddr.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(size)) }
        }
    }

    /// Calls `body` with room for an address and its size, and returns its result with the address that it has filled in.
    ///
    /// A negative result comes with an empty address, and errno as the call left it.
    @unsafe static func filled<Result: SignedInteger>(
        _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> (Result, SocketAddress) {
        var storage = sockaddr_storage()
        var size = socklen_t(capacity)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            // As in `withSockaddr`.
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &size) }
        }
        guard result >= 0 else { return (result, SocketAddress(bytes: [])) }
        let bytes = unsafe withUnsafeBytes(of: &storage) { unsafe [UInt8]($0.prefix(min(Int(size), capacity))) }
        return (result, SocketAddress(bytes: bytes))
    }
}
