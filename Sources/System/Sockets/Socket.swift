// Opens, binds and connects sockets. One owner of a socket at a time; a socket opened with `waits` may block.
internal import CLinux
internal import Glibc

/// A socket of the kernel, closed at the end of its life. A child program never inherits it (SOCK_CLOEXEC).
public final class Socket: Sendable {
    /// Family of the addresses of a socket.
    public enum Family: Sendable {
        /// Unix sockets: paths of this machine.
        case unix
        /// IPv4.
        case four
        /// IPv6.
        case six

        var number: Int32 {
            switch self {
            case .unix: AF_UNIX
            case .four: AF_INET
            case .six: AF_INET6
            }
        }
    }

    /// Packets, or a stream of bytes.
    public enum Kind: Sendable {
        /// Packets, each received whole or not at all: UDP for Internet addresses.
        case datagram
        /// A connection that keeps the order of the bytes: TCP for Internet addresses.
        case stream

        var number: __socket_type { self == .stream ? SOCK_STREAM : SOCK_DGRAM }
    }

    /// The descriptor, to poll.
    public let descriptor: Int32
    /// Family of the addresses.
    public let family: Family

    /// Opens a socket without an address. Only with `waits` do its calls block, but for `wait`, which always does.
    public init(_ family: Family, _ kind: Kind, waits: Bool = false) throws(SystemError) {
        let flags = kind.number.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(family.number, Int32(flags), 0)
        guard descriptor >= 0 else { throw .last("socket") }
        self.descriptor = descriptor
        self.family = family
    }

    /// Takes over an open descriptor.
    init(descriptor: Int32, _ family: Family) {
        self.descriptor = descriptor
        self.family = family
    }

    deinit {
        // A socket buffers nothing that a failing close could lose. Unsent output of a stream is given up.
        _ = close(descriptor)
    }

    /// Gives the socket an address. Port 0 becomes a free port; a path becomes a file.
    public func bind(_ address: SocketAddress) throws(SystemError) {
        guard unsafe address.withSockaddr({ unsafe Glibc.bind(descriptor, $0, $1) }) == 0 else { throw .last("bind") }
    }

    /// Connects to an address. For a stream that does not wait it throws `inProgress`: once the stream can be written,
    /// `takeError` gives 0 if it is connected, or the error.
    ///
    /// A connected datagram socket receives packets of that address only. The kernel gives a Unix socket without an address an
    /// abstract name here if `senderUser` is set, and answers go to that name.
    public func connect(_ address: SocketAddress) throws(SystemError) {
        guard unsafe address.withSockaddr({ unsafe Glibc.connect(descriptor, $0, $1) }) == 0 else { throw .last("connect") }
    }

    /// Lets other programs connect to a stream socket. Up to `waiting` connections wait to be accepted.
    public func listen(waiting: Int32) throws(SystemError) {
        guard Glibc.listen(descriptor, waiting) == 0 else { throw .last("listen") }
    }

    /// Accepts one connection and returns its socket, which never waits, and the address of the peer. Returns nil if none waits.
    public func accept() throws(SystemError) -> (socket: Socket, peer: SocketAddress)? {
        while true {
            let (accepted, peer) = unsafe SocketAddress.filled { address, size in
                unsafe accept4(descriptor, address, &size, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
            }
            if accepted >= 0 { return (Socket(descriptor: accepted, family), peer) }
            if errno == EAGAIN { return nil }
            guard errno == EINTR else { throw .last("accept") }
        }
    }

    /// Reads the socket's own address. Throws `wrongFamily` if it is no Internet address.
    public func internetAddress() throws(SystemError) -> InternetAddress {
        let (code, address) = unsafe SocketAddress.filled { unsafe getsockname(descriptor, $0, &$1) }
        guard code == 0 else { throw .last("getsockname") }
        guard let address = InternetAddress(address) else { throw SystemError("getsockname", code: EAFNOSUPPORT) }
        return address
    }

    /// Ends the output of a stream; its input goes on.
    public func endSending() throws(SystemError) {
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { throw .last("shutdown") }
    }

    /// Waits up to `milliseconds` until the socket can be read, or with `writes` until it can be written; negative milliseconds
    /// wait without limit. Returns false after the time, and early if a signal handler ends the wait.
    public func wait(writes: Bool = false, milliseconds: Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try Poll.wait([PollEntry(descriptor, reads: !writes, writes: writes)], milliseconds: milliseconds) > 0
        } catch {
            guard error.code == EINTR else { throw error }
            return false
        }
    }
}
