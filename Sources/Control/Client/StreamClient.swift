// A client of one engine over TCP. One thread at a time; blocks up to the timeout given.
public import Dictation
import Glibc
import System

/// A TCP connection to one engine, on this or another machine: sends a request and waits for its answer.
public struct StreamClient: ~Copyable {
    /// The URL as it was given.
    public let url: String
    private let socket: InternetSocket
    private var reader = StreamReader()
    private static let patience = 5.0

    /// Connects, within five seconds. The host is an address in digits or `localhost`: `osc.tcp://192.168.1.5:9001`.
    /// Throws `.badReturn` for a bad URL, `.unreachable` when no engine accepts.
    public init(url: String) throws(ControlError) {
        socket = try Self.connected(url)
        self.url = url
    }

    private static func connected(_ url: String) throws(ControlError) -> InternetSocket {
        let address = try ReturnURL.address(url, scheme: "osc.tcp://", hint: "it has to begin with osc.tcp://")
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = Glibc.socket(address.isFour ? AF_INET : AF_INET6, Int32(flags), 0)
        guard descriptor >= 0 else { throw .network(call: "socket", endpoint: "\(address)", code: errno) }
        let socket: InternetSocket
        do throws(ControlError) {
            socket = try InternetSocket(connected: descriptor, to: address)
        } catch {
            _ = close(descriptor)
            throw error
        }
        var code = unsafe address.socketAddress.withSockaddr { unsafe connect(descriptor, $0, $1) } == 0 ? 0 : errno
        if code == EINPROGRESS {
            guard try wait(socket, writes: true, until: Moment.now.later(seconds: patience).nanoseconds) else {
                throw .unreachable(url: url, code: ETIMEDOUT)
            }
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
                throw .network(call: "getsockopt", endpoint: "\(address)", code: errno)
            }
        }
        guard code == 0 else { throw .unreachable(url: url, code: code) }
        return socket
    }

    /// Sends a request and waits for the whole answer. `timeout` is in seconds; nil waits as long as the connection lives.
    /// Throws `.refused` with the engine's words when it refuses. After a timeout the client must not be used again.
    public mutating func ask(_ request: Request, timeout: Double?) throws(ControlError) -> Reply {
        let end = timeout.map { Moment.now.later(seconds: $0).nanoseconds }
        let message = request.message
        try send(reader.framed(try message.encode()), until: end, timeout)
        var answers = Answers(to: message.path)
        while true {
            while let item = reader.take() {
                guard case .packet(let packet) = item else { throw .malformed("bytes from \(url) that are no packet") }
                if let reply = try answers.take(packet) { return reply }
            }
            try receive(until: end, timeout)
        }
    }

    private func send(_ bytes: [UInt8], until end: UInt64?, _ timeout: Double?) throws(ControlError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(socket.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard try Self.wait(socket, writes: true, until: end) else { throw .timeout(engine: url, seconds: timeout ?? 0) }
            } else if errno != EINTR {
                throw .engineGone(engine: url)
            }
        }
    }

    private mutating func receive(until end: UInt64?, _ timeout: Double?) throws(ControlError) {
        guard try Self.wait(socket, writes: false, until: end) else { throw .timeout(engine: url, seconds: timeout ?? 0) }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = unsafe recv(socket.descriptor, &buffer, buffer.count, 0)
        if count > 0 {
            reader.add(buffer.prefix(count))
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
            // An engine also closes the connection of a peer that is not on its list.
            throw .hungUp(url: url)
        }
    }

    /// Waits until the socket is ready for `events`; false when `end` came first.
    private static func wait(_ socket: InternetSocket, writes: Bool, until end: UInt64?) throws(ControlError) -> Bool {
        while true {
            let now = Moment.now.nanoseconds
            guard end.map({ now < $0 }) ?? true else { return false }
            let rest = end.map { Int32(clamping: ($0 - now) / 1_000_000 + 1) } ?? -1
            do throws(SystemError) {
                let entry = PollEntry(socket.descriptor, reads: !writes, writes: writes)
                if try Poll.wait([entry], milliseconds: rest) > 0 { return true }
            } catch {
                guard error.code == Errno.interrupted else {
                    throw .network(call: error.call, endpoint: "\(socket.address)", code: error.code)
                }
            }
        }
    }
}
