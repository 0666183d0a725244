// UDP and TCP sockets. One thread at a time; the only file that makes and binds Internet sockets.
import Glibc

/// A UDP or TCP socket that never blocks; closed at the end of its life.
///
/// liblo encodes and decodes OSC messages only. Its server is not used: it binds all addresses of the machine, reads a packet
/// before its sender can be checked, and blocks on a TCP peer that reads slowly. An allow-list, limits for each peer and an
/// owner that never blocks need sockets and TCP framing (`StreamReader`) of Dicta's own.
final class InternetSocket {
    let descriptor: Int32
    let address: InternetAddress

    /// Opens and binds a socket. Port 0 becomes a free port.
    init(_ kind: __socket_type, at wanted: InternetAddress) throws(ControlError) {
        let flags = kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(wanted.isFour ? AF_INET : AF_INET6, Int32(flags), 0)
        guard descriptor >= 0 else { throw .network(call: "socket", endpoint: "\(wanted)", code: errno) }
        do throws(ControlError) {
            // One socket for each family: mapped addresses would get past the allow-list.
            if !wanted.isFour { try Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1, wanted) }
            if kind == SOCK_STREAM {
                // A restarted engine gets its port back while old connections linger.
                try Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1, wanted)
            } else {
                // The kernel reports receivers that are gone.
                let level = Int32(wanted.isFour ? IPPROTO_IP : IPPROTO_IPV6)
                try Self.set(descriptor, level, wanted.isFour ? IP_RECVERR : IPV6_RECVERR, 1, wanted)
                // The kernel gives as much as its limit allows.
                try Self.set(descriptor, SOL_SOCKET, SO_RCVBUF, 1 << 20, wanted)
            }
            let bound = unsafe wanted.socketAddress.withSockaddr { unsafe bind(descriptor, $0, $1) }
            guard bound == 0 else { throw .network(call: "bind", endpoint: "\(wanted)", code: errno) }
            if kind == SOCK_STREAM, listen(descriptor, 64) != 0 {
                throw .network(call: "listen", endpoint: "\(wanted)", code: errno)
            }
            address = try Self.name(of: descriptor, wanted)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Takes over a descriptor that `accept` or `connect` gave.
    init(connected descriptor: Int32, to peer: InternetAddress) throws(ControlError) {
        self.descriptor = descriptor
        address = peer
        let level = Int32(IPPROTO_TCP)
        try Self.set(descriptor, level, TCP_NODELAY, 1, peer)
        // A peer whose machine is gone is noticed within a minute, one that reads no more within ten seconds.
        try Self.set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1, peer)
        try Self.set(descriptor, level, TCP_KEEPIDLE, 30, peer)
        try Self.set(descriptor, level, TCP_KEEPINTVL, 10, peer)
        try Self.set(descriptor, level, TCP_KEEPCNT, 3, peer)
        try Self.set(descriptor, level, TCP_USER_TIMEOUT, 10_000, peer)
    }

    deinit {
        // Unsent output is given up.
        _ = close(descriptor)
    }

    private static func set(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32, _ address: InternetAddress
    ) throws(ControlError) {
        var value = value
        guard unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .network(call: "setsockopt", endpoint: "\(address)", code: errno)
        }
    }

    private static func name(of descriptor: Int32, _ wanted: InternetAddress) throws(ControlError) -> InternetAddress {
        var name = [UInt8](repeating: 0, count: SocketAddress.capacity)
        var size = socklen_t(name.count)
        let code = unsafe name.withUnsafeMutableBytes { name in
            // A sockaddr begins at the start of the array.
            unsafe getsockname(descriptor, name.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard code == 0, let address = InternetAddress(SocketAddress(bytes: Array(name.prefix(Int(size))))) else {
            throw .network(call: "getsockname", endpoint: "\(wanted)", code: errno)
        }
        return address
    }
}
