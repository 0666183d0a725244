// Any one thread; blocks while it waits, up to the timeout it was given.
public import Dictation
import Glibc

/// The other end: asks one engine. The kernel gives it a name of its own for the answers, and lets in only what comes
/// from the engine's socket.
public struct ControlClient: ~Copyable {
    public let engine: String
    public let path: String
    let socket: Socket
    private let address: SocketAddress
    var buffer: [UInt8]

    /// Connects. Throws `.noEngine` when nobody listens there.
    public init(engine: String, path: String) throws(ControlError) {
        let address = try SocketAddress(path: path)
        try ControlPath.checkFolder(of: path)
        let socket = try Socket(path: path)
        switch socket.connect(address) {
        case nil: break
        case ENOENT, ECONNREFUSED, ENOTDIR: throw .noEngine(engine: engine, path: path)
        case EACCES, EPERM: throw .forbidden(path: path)
        case let code?: throw .system(call: "connect", path: path, code: code)
        }
        // Between getting its name and being connected, anybody could have sent something.
        var buffer = [UInt8](repeating: 0, count: ControlLimits.packet + 4)
        while try socket.receive(into: &buffer, path: path) != nil {}
        self.engine = engine
        self.path = path
        self.address = address
        self.socket = socket
        self.buffer = buffer
    }

    /// Asks and waits for the whole answer; `timeout` in seconds, or none to wait as long as the engine lives.
    /// Throws `.refused` with the engine's own words when it says no. After a timeout the client is spent: a late answer
    /// would be taken for the next one.
    public mutating func ask(_ request: Request, timeout: Double?) throws(ControlError) -> Reply {
        let end = timeout.map { Moment.later(Moment.now(), by: $0) }
        let message = request.message
        try send(try message.encode(), until: end, timeout)
        var answers = Answers(to: message.path)
        while true {
            if let reply = try answers.take(try receive(until: end, timeout)) { return reply }
        }
    }

    func send(_ packet: [UInt8], until end: UInt64?, _ timeout: Double?) throws(ControlError) {
        while true {
            switch socket.send(packet) {
            case nil: return
            case EAGAIN, ENOBUFS: _ = try socket.wait(POLLOUT, milliseconds: try pause(until: end, timeout))
            case ECONNREFUSED, ENOTCONN, ECONNRESET: throw .engineGone(engine: engine)
            case EMSGSIZE: throw .tooLarge(bytes: packet.count)
            case let code?: throw .system(call: "send", path: path, code: code)
            }
        }
    }

    private mutating func receive(until end: UInt64?, _ timeout: Double?) throws(ControlError) -> [UInt8] {
        while true {
            if let datagram = try socket.receive(into: &buffer, path: path) {
                guard !datagram.isCut else { throw .tooLarge(bytes: datagram.count) }
                return Array(buffer.prefix(datagram.count))
            }
            guard try !socket.wait(POLLIN, milliseconds: try pause(until: end, timeout)) else { continue }
            // A datagram socket does not hear that the other end died: it has to be asked. What the engine said in its
            // last moment is still in the queue.
            if try isGone() {
                guard try socket.wait(POLLIN, milliseconds: 0) else { throw .engineGone(engine: engine) }
            }
        }
    }

    /// How long to sleep until the next look around.
    private func pause(until end: UInt64?, _ timeout: Double?) throws(ControlError) -> Int32 {
        guard let end else { return ControlLimits.probe }
        let now = Moment.now()
        guard now < end else { throw .timeout(engine: engine, seconds: timeout ?? 0) }
        return min(ControlLimits.probe, Int32(clamping: (end - now) / 1_000_000 + 1))
    }

    func isGone() throws(ControlError) -> Bool {
        let code = try Socket(path: path).connect(address)
        return code == ENOENT || code == ECONNREFUSED
    }
}
