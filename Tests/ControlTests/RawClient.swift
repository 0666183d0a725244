// A client that sends any bytes, wrong ones too. One thread.
import System
import Testing

@testable import Control

/// A named socket that sends any bytes and takes any answer.
struct RawClient: ~Copyable {
    let socket: UnixSocket
    private let address: SocketAddress
    private var buffer = [UInt8](repeating: 0, count: ControlLimits.packet + 4)

    init(to path: String) throws {
        let address = try SocketAddress(path: path)
        let socket = try UnixSocket(path: path)
        let trouble = socket.connect(address)
        try #require(trouble == nil)
        self.address = address
        self.socket = socket
    }

    func send(_ bytes: [UInt8]) -> Int32? { socket.send(bytes) }

    func send(_ path: String, _ arguments: [OSCArgument] = []) throws {
        let trouble = socket.send(try OSCMessage(path, arguments).encode())
        try #require(trouble == nil)
    }

    /// The messages of the next packet; empty if there is none.
    mutating func receive() throws -> [OSCMessage] {
        guard let datagram = try socket.receive(into: &buffer, path: "the test") else { return [] }
        return try OSCPacket.decode(Array(buffer.prefix(datagram.count)))
    }
}
