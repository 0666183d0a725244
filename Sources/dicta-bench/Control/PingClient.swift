// The client that times OSC over UDP, the same for every program. Main thread only.
import Control
import System

/// A plain UDP socket of this machine. Its own share of a measurement is two system calls.
final class PingClient {
    let port: UInt16
    private let socket: Socket
    private let peer: SocketAddress
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Makes a socket that sends to a port of this machine.
    init(to port: UInt16) throws(BenchError) {
        peer = Self.address(port)
        do throws(SystemError) {
            socket = try Socket(.four, .datagram, waits: true)
            try socket.bind(Self.address(0))
            self.port = try socket.internetAddress().port
            try socket.set(.receiveTimeout(seconds: 2))
        } catch { throw .system("open a UDP socket", error.code) }
    }

    /// Sends one packet.
    func send(_ packet: [UInt8]) throws(BenchError) {
        do throws(SystemError) { try socket.send(packet, to: peer) } catch { throw .system("send a UDP packet", error.code) }
    }

    /// Waits up to two seconds for one packet; nil if none comes or the socket fails.
    func receive() -> [UInt8]? {
        guard let count = try? socket.receive(into: &buffer), count > 0 else { return nil }
        return Array(buffer.prefix(count))
    }

    /// Takes all packets that have come, and returns their number.
    func drain() -> Int {
        var packets = 0
        while let count = try? socket.receive(into: &buffer, waits: false), count > 0 { packets += 1 }
        return packets
    }

    /// Encodes an OSC message.
    static func message(_ path: String, _ arguments: [OSCArgument] = []) throws(BenchError) -> [UInt8] {
        do throws(ControlError) { return try OSCMessage(path, arguments).encode() } catch { throw .unfit("\(path): \(error)") }
    }

    private static func address(_ port: UInt16) -> SocketAddress {
        InternetAddress(host: InternetAddress.loopback[0], port: port).socketAddress
    }
}
