// Watches the process of a JACK server. One caller makes it; any thread may ask whether the process has ended.
internal import CLinux
internal import Glibc
internal import System

/// Process of a jackd2 server, for the case in which libjack does not notice its end. The socket on which a server calls its
/// client is named after the client and the user, not after the server: when two clients of one name open at the same moment
/// at two servers, one receives the calls of both servers and the other receives none.
final class ServerProcess: Sendable {
    private let process: ProcessWatch

    /// Finds the server's process. Nil when no server of that name is visible, or when the kernel gives no descriptor for it:
    /// an end that libjack does not report then stays unnoticed. Nil on PipeWire, beside which an unrelated jackd may run.
    init?(server: String) {
        guard !JackClient.isPipeWire, let number = ServerProcess.number(of: server), let watch = ProcessWatch(number) else {
            return nil
        }
        process = watch
    }

    /// Process id of a jackd2 server; nil if none of that name accepts a connection. libjack has no part in it.
    static func number(of server: String) -> Int32? {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { return nil }
        // The server takes the connection for a probe, which libjack makes too.
        defer { _ = Glibc.close(client) }
        guard var address = ServerProcess.address(of: server) else { return nil }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(client, $0, length) }
        }
        // struct ucred of the listening process.
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard code == 0, unsafe getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.process > 0 else {
            return nil
        }
        return peer.process
    }

    /// True when the process has ended. Any thread; one system call, never blocks.
    var hasEnded: Bool { process.hasEnded() }

    /// Address of the server's socket, as in jackd2 (linux/JackPlatformPlug_os.h, posix/JackSocket.cpp); nil for a name that is
    /// too long.
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
