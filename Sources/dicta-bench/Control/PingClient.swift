// The client that times OSC over UDP, the same for every program. Main thread only.
import Control
import Glibc

/// A plain UDP socket of this machine. Its own share of a measurement is two system calls.
final class PingClient {
    let port: UInt16
    private let descriptor: Int32
    private var peer: sockaddr_in
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Makes a socket that sends to a port of this machine.
    init(to port: UInt16) throws(BenchError) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        peer = Self.address(port)
        var own = Self.address(0)
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &own) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        self.port = UInt16(bigEndian: own.sin_port)
        guard descriptor >= 0, isBound,
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) == 0
        else { throw .system("open a UDP socket", errno) }
    }

    deinit { _ = close(descriptor) }

    /// Sends one packet.
    func send(_ packet: [UInt8]) throws(BenchError) {
        let count = unsafe withUnsafePointer(to: &peer) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(descriptor, packet, packet.count, 0, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard count == packet.count else { throw .system("send a UDP packet", errno) }
    }

    /// Waits up to two seconds for one packet; nil if none comes.
    func receive() -> [UInt8]? {
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Takes all packets that have come, and returns their number.
    func drain() -> Int {
        var packets = 0
        while unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 { packets += 1 }
        return packets
    }

    /// Encodes an OSC message.
    static func message(_ path: String, _ arguments: [OSCArgument] = []) throws(BenchError) -> [UInt8] {
        do throws(ControlError) { return try OSCMessage(path, arguments).encode() } catch { throw .unfit("\(path): \(error)") }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
