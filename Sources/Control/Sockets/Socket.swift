// Unix datagram sockets. One thread at a time; the only file that makes, binds and connects them.
import Glibc
import System

/// A Unix datagram socket that owns its descriptor and never blocks.
struct Socket: ~Copyable {
    let descriptor: Int32

    /// Opens a socket. The kernel is asked to name the sending user of each packet, before the socket has a name: no packet
    /// arrives without.
    init(path: String) throws(ControlError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", path: path, code: errno) }
        try set(SO_PASSCRED, 1, path: path)
        // The kernel counts its own overhead as well and gives up to its limit; a larger packet is refused when it is sent.
        try set(SO_SNDBUF, Int32(ControlLimits.packet * 2), path: path)
    }

    deinit {
        // A socket buffers nothing that a failing close could lose.
        _ = close(descriptor)
    }

    private func set(_ option: Int32, _ value: Int32, path: String) throws(ControlError) {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, size) == 0 else {
            throw .system(call: "setsockopt", path: path, code: errno)
        }
    }

    /// Binds with mode 0600. The mode is set on the nameless socket, and its name inherits it: unlike a changed umask,
    /// this does not touch files that other threads create.
    func bind(_ address: SocketAddress, path: String) throws(ControlError) {
        guard fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 else { throw .system(call: "fchmod", path: path, code: errno) }
        let result = unsafe address.withSockaddr { unsafe Glibc.bind(descriptor, $0, $1) }
        guard result == 0 else { throw .system(call: "bind", path: path, code: errno) }
    }

    /// Connects; nil, or the errno. From then on only packets of that address are received. The kernel gives a nameless
    /// socket an abstract name here, and answers go to that name.
    func connect(_ address: SocketAddress) -> Int32? {
        let result = unsafe address.withSockaddr { unsafe Glibc.connect(descriptor, $0, $1) }
        return result == 0 ? nil : errno
    }

    /// Sends a packet to the connected address; nil, or the errno.
    func send(_ packet: [UInt8]) -> Int32? {
        while true {
            if unsafe Glibc.send(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL)) >= 0 { return nil }
            if errno != EINTR { return errno }
        }
    }

    /// Sends a packet to an address; nil, or the errno.
    func send(_ packet: [UInt8], to address: SocketAddress) -> Int32? {
        while true {
            let sent = unsafe address.withSockaddr {
                unsafe sendto(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
            if sent >= 0 { return nil }
            if errno != EINTR { return errno }
        }
    }

    /// Waits up to `milliseconds` until the socket can be read, or with `writes` until it can be written. Returns false if
    /// neither happens in that time, or if a signal ends the wait early.
    func wait(writes: Bool = false, milliseconds: Int32) throws(ControlError) -> Bool {
        do throws(SystemError) {
            return try Poll.wait([PollEntry(descriptor, reads: !writes, writes: writes)], milliseconds: milliseconds) > 0
        } catch {
            // The caller compares its clock with its deadline, and waits again.
            guard error.code == Errno.interrupted else {
                throw .system(call: error.call, path: "the control socket", code: error.code)
            }
            return false
        }
    }
}
