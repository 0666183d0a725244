// A control surface on UDP or TCP, with a plain socket of its own. One thread: the test's.
import Control
import Glibc
import Testing

/// Sends packets to an engine's URL and counts the messages that come back.
final class OscClient {
    private let descriptor: Int32
    private let isStream: Bool
    private var waiting: [UInt8] = []
    private(set) var sent = 0
    /// Number of messages received, by address.
    private(set) var counts: [String: Int] = [:]
    private(set) var last: [String: OSCMessage] = [:]
    /// Bytes of a stream that could not be sent yet.
    private var output: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    /// Connects to `osc.udp://127.0.0.1:9000/`, or the same with tcp, from the loopback address with that last byte; IPv4 only.
    init(_ url: String, from host: UInt8 = 1) throws {
        isStream = url.hasPrefix("osc.tcp")
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0.dropLast()) })
        descriptor = socket(AF_INET, Int32((isStream ? SOCK_STREAM : SOCK_DGRAM).rawValue), 0)
        let own = unsafe Self.place(0x7f00_0000 | UInt32(host), port: 0) { unsafe bind(descriptor, $0, $1) }
        try #require(own == 0, "\(url): \(errno)")
        let connected = unsafe Self.place(0x7f00_0001, port: port) { unsafe connect(descriptor, $0, $1) }
        try #require(connected == 0, "\(url): \(errno)")
        try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    }

    deinit { _ = close(descriptor) }

    private static func place(_ host: UInt32, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// The own port.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &size) }
        }
        return code == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }

    /// Number of replies and errors received.
    var answers: Int { (counts["/reply"] ?? 0) + (counts["/error"] ?? 0) }

    func send(_ path: String, _ arguments: [OSCArgument] = []) throws {
        try send(packet: try OSCMessage(path, arguments).encode())
    }

    func send(packet: [UInt8]) throws {
        sent += 1
        guard isStream else {
            let count = unsafe Glibc.send(descriptor, packet, packet.count, 0)
            try #require(count == packet.count)
            return
        }
        output += (0..<4).map { UInt8(truncatingIfNeeded: packet.count >> (24 - 8 * $0)) } + packet
        flush()
    }

    private func flush() {
        guard !output.isEmpty else { return }
        let count = unsafe Glibc.send(descriptor, output, output.count, Int32(MSG_NOSIGNAL))
        if count > 0 { output.removeFirst(count) }
    }

    /// Receives all messages that are there, or arrive within the time; returns their number.
    @discardableResult
    func receive(within milliseconds: Int32 = 0) throws -> Int {
        flush()
        if milliseconds > 0 {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&entry, 1, milliseconds)
        }
        var taken = 0
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return taken }
            if isStream { waiting += buffer.prefix(count) } else { taken += try note(buffer.prefix(count)) }
            var start = 0
            while waiting.count - start >= 4 {
                let size = waiting[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
                guard waiting.count - start - 4 >= size else { break }
                taken += try note(waiting[(start + 4)..<(start + 4 + size)])
                start += 4 + size
            }
            if start > 0 { waiting.removeFirst(start) }
        }
    }

    private func note(_ packet: ArraySlice<UInt8>) throws -> Int {
        let messages = try OSCPacket.decode(Array(packet))
        for message in messages {
            counts[message.path, default: 0] += 1
            last[message.path] = message
        }
        return messages.count
    }

    /// Sends a message and returns the answer, if one comes within `seconds`.
    func ask(_ path: String, _ arguments: [OSCArgument] = [], seconds: Int = 30) throws -> OSCMessage? {
        let before = answers
        // Forget answers to earlier questions.
        (last["/reply"], last["/error"]) = (nil, nil)
        try send(path, arguments)
        for _ in 0..<20 * seconds where answers == before { try receive(within: 50) }
        guard answers > before else { return nil }
        return [last["/reply"], last["/error"]].compactMap(\.self).first { $0.arguments.first == .string(path) }
    }
}

extension OSCMessage {
    /// The number of an error; 0 for none.
    var code: Int32 {
        guard path == "/error", arguments.count > 1, case .int32(let code) = arguments[1] else { return 0 }
        return code
    }
}
