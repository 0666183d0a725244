// A client over UDP or TCP that sends any bytes, wrong ones too. One thread.
import Glibc
import System
import Testing

@testable import Control

/// A plain socket of this machine.
final class InternetClient {
    let socket: Socket
    private let isStream: Bool
    private var reader = StreamReader()

    /// Connects to a URL in the server's form; sends from the address `source` if it is given.
    init(_ url: String, from source: String? = nil) throws {
        isStream = url.hasPrefix("osc.tcp")
        let peer = try Self.address(url)
        socket = try Socket(peer.family, isStream ? .stream : .datagram, waits: true)
        if let source {
            let own = InternetAddress(host: try #require(InternetAddress.host(source)), port: 0)
            try socket.bind(own.socketAddress)
        }
        try socket.connect(peer.socketAddress)
        Pipe.makeImpatient(socket.descriptor)
    }

    /// The descriptor, for calls that the product does not make.
    var descriptor: Int32 { socket.descriptor }

    static func address(_ url: String) throws -> InternetAddress {
        guard case .internet(let address) = try ReturnURL("osc.udp" + url.dropFirst(7)) else { throw ControlError.malformed(url) }
        return address
    }

    func sendRaw(_ bytes: [UInt8]) -> Int { unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    func sendPacket(_ packet: [UInt8], slip: Bool = false) throws {
        var framing = StreamReader()
        if slip { framing.add([StreamReader.end]) }
        let bytes = isStream ? framing.framed(packet) : packet
        let count = sendRaw(bytes)
        try #require(count == bytes.count)
        if isStream, slip { reader.add([StreamReader.end]) }
    }

    func sendMessage(_ path: String, _ arguments: [OSCArgument] = [], slip: Bool = false) throws {
        try sendPacket(try OSCMessage(path, arguments).encode(), slip: slip)
    }

    /// The messages that are there, or come within `milliseconds`.
    func receive(within milliseconds: Int32 = 0) throws -> [OSCMessage] {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, milliseconds)
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return [] }
        guard isStream else { return try OSCPacket.decode(Array(buffer.prefix(count))) }
        reader.add(buffer.prefix(count))
        var messages: [OSCMessage] = []
        while case .packet(let packet)? = reader.take() { messages += try OSCPacket.decode(packet) }
        return messages
    }

    /// True if the other side has closed in order, so no byte of its answers was taken back.
    var hasEndedInOrder: Bool {
        var byte: [UInt8] = [0]
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 0
    }

    /// True if the other side has closed, in order or by a reset.
    var isClosed: Bool {
        var byte: [UInt8] = [0]
        let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK))
        return count == 0 || count < 0 && errno != EAGAIN
    }
}
