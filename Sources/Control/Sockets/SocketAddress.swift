// Any thread; a value. The bytes of a sockaddr, so that nothing else has to know the layout of a Unix one.
import Glibc

/// Where a socket is: a path, an abstract name, nowhere, or an address of the Internet.
package struct SocketAddress: Sendable, Hashable {
    /// Family and name, as the kernel takes and gives them.
    let bytes: [UInt8]

    static let capacity = MemoryLayout<sockaddr_un>.size
    private static let head = MemoryLayout<sa_family_t>.size
    /// One byte is the NUL at the end.
    static let longestPath = capacity - head - 1

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(path: String) throws(ControlError) {
        guard path.utf8.count <= Self.longestPath, !path.isEmpty, !path.utf8.contains(0) else { throw .pathTooLong(path) }
        bytes = Self.family + Array(path.utf8) + [0]
    }

    /// The path of a Unix socket that has one.
    var path: String? {
        let name = bytes.dropFirst(Self.head).prefix { $0 != 0 }
        return bytes.starts(with: Self.family) && !name.isEmpty ? String(validating: name, as: UTF8.self) : nil
    }

    /// Nobody can be answered who has no name.
    var isNamed: Bool { bytes.count > Self.head }

    private static let family = unsafe withUnsafeBytes(of: sa_family_t(AF_UNIX)) { unsafe [UInt8]($0) }
}
