// Socket addresses as bytes, so that no other file knows the layout of a Unix address. Any thread; a value.
import Glibc

/// The address of a socket: a path, an abstract name, no name, or an Internet address.
package struct SocketAddress: Sendable, Hashable {
    /// Family and name, in the kernel's layout.
    let bytes: [UInt8]

    static let capacity = MemoryLayout<sockaddr_un>.size
    private static let head = MemoryLayout<sa_family_t>.size
    /// One byte less for the NUL at the end.
    static let longestPath = capacity - head - 1

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(path: String) throws(ControlError) {
        guard path.utf8.count <= Self.longestPath, !path.isEmpty, !path.utf8.contains(0) else { throw .pathTooLong(path) }
        bytes = Self.family + Array(path.utf8) + [0]
    }

    /// The path of a Unix socket; nil for any other address.
    var path: String? {
        let name = bytes.dropFirst(Self.head).prefix { $0 != 0 }
        return bytes.starts(with: Self.family) && !name.isEmpty ? String(validating: name, as: UTF8.self) : nil
    }

    /// False for a sender without a name, who cannot be answered.
    var isNamed: Bool { bytes.count > Self.head }

    private static let family = unsafe withUnsafeBytes(of: sa_family_t(AF_UNIX)) { unsafe [UInt8]($0) }
}
