// The JACK worker thread makes it; whether it has ended any thread may ask.
internal import CLinux
internal import Glibc

/// The process of a server of jackd2, for when libjack does not hear of its end: the socket on which a server calls a client
/// back is named after the client and the user, not after the server. Of two clients of one name that open at the same moment
/// at two servers, one gets the calls of both, and the other none.
final class ServerProcess: Sendable {
    private let descriptor: Int32

    /// Nothing where no server of that name is to be seen, or the kernel gives no descriptor for it: an end that libjack is not
    /// told of stays unseen then. Nothing in PipeWire, beside which a jackd may run that is not ours.
    init?(server: String) {
        guard !JackClient.isPipeWire else { return nil }
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { return nil }
        // The server takes it for somebody who asks whether it is there, as libjack does.
        defer { _ = Glibc.close(client) }
        guard var address = ServerProcess.address(of: server) else { return nil }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(client, $0, length) }
        }
        // struct ucred: who listens there.
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard code == 0, unsafe getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.process > 0 else {
            return nil
        }
        descriptor = pidfd_open(peer.process, 0)
        guard descriptor >= 0 else { return nil }
    }

    deinit { _ = Glibc.close(descriptor) }

    var hasEnded: Bool {
        var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&look, 1, 0) == 1
    }

    /// As jackd2 names it (linux/JackPlatformPlug_os.h, posix/JackSocket.cpp); nothing where the name is too long for one.
    private static func address(of server: String) -> sockaddr_un? {
        let plain = String(server.map { $0 == "/" || $0 == "\\" ? "_" : $0 })
        let user = unsafe getenv("JACK_PROMISCUOUS_SERVER") == nil ? "_\(getuid())" : ""
        let path = Array("/dev/shm/jack_\(plain)\(user)_0".utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        return address
    }
}
