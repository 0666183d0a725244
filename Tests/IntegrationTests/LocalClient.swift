// A control program on the engine's Unix socket, with a plain socket of its own. One thread: the test's.
import Control
import Glibc
import Testing

/// Sends any message to an engine's Unix socket, malformed ones too, and reads the answers.
final class LocalClient {
    private let descriptor: Int32
    private let path: String
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    /// Addresses that were answered, in the order of the answers; `isError` tells an error from a reply.
    private(set) var answers: [(path: String, isError: Bool)] = []
    /// The arguments of the errors that came, in the order of the errors.
    private(set) var errors: [[OSCArgument]] = []
    /// The last `at_frame` of an answer to each address.
    private(set) var frames: [String: Int64] = [:]

    /// Connects to the engine; `path` becomes the name of this socket.
    init(to server: String, at path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let bound = unsafe Self.withAddress(path) { unsafe bind(descriptor, $0, $1) }
        let connected = unsafe Self.withAddress(server) { unsafe connect(descriptor, $0, $1) }
        try #require(bound == 0 && connected == 0, "\(server): \(errno)")
        try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    }

    deinit {
        _ = close(descriptor)
        _ = unsafe unlink(path)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            for (index, byte) in path.utf8.prefix(107).enumerated() { unsafe place[index] = byte }
        }
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Sends a packet. Waits while the engine's queue is full, ten seconds at most.
    func send(_ packet: [UInt8]) throws {
        for _ in 0..<2000 {
            if unsafe Glibc.send(descriptor, packet, packet.count, 0) == packet.count { return }
            try #require(errno == EAGAIN, "the engine's socket: \(errno)")
            receive(within: 5)
        }
        Issue.record("the engine takes no packets")
    }

    /// Receives all answers that are there, or arrive within the time.
    func receive(within milliseconds: Int32 = 0) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, milliseconds)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0, let messages = try? OSCPacket.decode(Array(buffer.prefix(count))) else { return }
            for message in messages where ["/reply", "/error"].contains(message.path) {
                guard case .string(let path)? = message.arguments.first else { continue }
                answers.append((path, message.path == "/error"))
                if message.path == "/error" { errors.append(message.arguments) }
                let words = message.arguments
                if let place = words.firstIndex(of: .string("at_frame")), words.indices.contains(place + 1),
                    case .int64(let frame) = words[place + 1]
                {
                    frames[path] = frame
                }
            }
        }
    }

    /// Waits for a number of answers; false when they do not come in time.
    func waits(for count: Int, seconds: Int) -> Bool {
        for _ in 0..<(seconds * 50) where answers.count < count { receive(within: 20) }
        return answers.count >= count
    }
}
