// A client of one engine on its Unix socket. One thread at a time; blocks up to the timeout given.
public import Dictation
import System

/// A connection to one engine on this machine: sends a request and waits for its answer. The kernel gives the client a socket
/// name for the answers, and lets in only packets from the engine's socket.
public struct ControlClient: ~Copyable {
    /// The engine's name.
    public let engine: String
    /// The path of the engine's socket.
    public let path: String
    let socket: UnixSocket
    private let address: SocketAddress
    /// The file of the engine's socket.
    private let identity: FileStatus.Identity?
    var buffer: [UInt8]

    /// Connects. Throws `.noEngine` when nobody listens at the path, `.forbidden` when the socket belongs to another user.
    public init(engine: String, path: String) throws(ControlError) {
        let address = try SocketAddress(path: path)
        try ControlPath.checkFolder(of: path)
        let socket = try UnixSocket(path: path)
        switch socket.connect(address) {
        case nil: break
        case Errno.missing, Errno.refused, Errno.notFolder: throw .noEngine(engine: engine, path: path)
        case Errno.noPermission, Errno.notPermitted: throw .forbidden(path: path)
        case let code?: throw .system(call: "connect", path: path, code: code)
        }
        // Any program could have sent a packet between the naming of the socket and the connection.
        var buffer = [UInt8](repeating: 0, count: ControlLimits.packet + 4)
        while try socket.receive(into: &buffer, path: path) != nil {}
        self.engine = engine
        self.path = path
        self.address = address
        identity = FileStatus.unfollowed(path)?.identity
        self.socket = socket
        self.buffer = buffer
    }

    /// Sends a request and waits for the whole answer. `timeout` is in seconds; nil waits as long as the engine lives.
    /// Throws `.refused` with the engine's words when it refuses, `.timeout`, `.silent` or `.engineGone` when no answer comes.
    /// After a timeout the client must not be used again: a late answer would be taken for the next one. While it waits, `meanwhile` is
    /// called at least every `pause` milliseconds.
    public mutating func ask(
        _ request: Request, timeout: Double?, every pause: Int32 = ControlLimits.probe, meanwhile: () -> Void = {}
    ) throws(ControlError) -> Reply {
        let end = timeout.map { Moment.now.later(seconds: $0).nanoseconds }
        let message = request.message
        try send(try message.encode(), until: end, timeout)
        var answers = Answers(to: message.path)
        var life = LifeCheck(request)
        while true {
            if let reply = try answers.take(try receive(until: end, timeout, every: pause, &life, meanwhile)) { return reply }
        }
    }

    func send(_ packet: [UInt8], until end: UInt64?, _ timeout: Double?) throws(ControlError) {
        while true {
            switch socket.send(packet) {
            case nil: return
            case Errno.wouldBlock, Errno.noBuffers:
                _ = try socket.wait(writes: true, milliseconds: try pause(until: end, timeout))
            case Errno.refused, Errno.notConnected, Errno.reset: throw .engineGone(engine: engine)
            case Errno.messageTooLong: throw .tooLarge(bytes: packet.count)
            case let code?: throw .system(call: "send", path: path, code: code)
            }
        }
    }

    /// The next packet that has come; nil if none has.
    mutating func nextPacket() throws(ControlError) -> [UInt8]? {
        guard let datagram = try socket.receive(into: &buffer, path: path) else { return nil }
        guard !datagram.isCut else { throw .tooLarge(bytes: datagram.count) }
        return Array(buffer.prefix(datagram.count))
    }

    private mutating func receive(
        until end: UInt64?, _ timeout: Double?, every longest: Int32, _ life: inout LifeCheck, _ meanwhile: () -> Void
    ) throws(ControlError) -> [UInt8] {
        var probed = Moment.now
        while true {
            if let packet = try nextPacket() {
                life.hear()
                return packet
            }
            if let seconds = life.silence() { throw .silent(engine: engine, seconds: seconds) }
            // An engine whose queue is full gives no sign of life either.
            if life.isDue(), let question = life.question { _ = socket.send(try question.encode()) }
            guard try !socket.wait(milliseconds: min(longest, try pause(until: end, timeout))) else { continue }
            meanwhile()
            guard Moment.now >= probed.later(milliseconds: Int(ControlLimits.probe)) else { continue }
            probed = .now
            // A datagram socket is not told that the other end died, so the client asks. The last messages of an engine
            // that has ended are still in the queue.
            if try isGone() {
                guard try socket.wait(milliseconds: 0) else { throw .engineGone(engine: engine) }
            }
        }
    }

    /// Milliseconds to sleep before the client asks again if the engine lives; throws `.timeout` after `end`.
    private func pause(until end: UInt64?, _ timeout: Double?) throws(ControlError) -> Int32 {
        guard let end else { return ControlLimits.probe }
        let now = Moment.now.nanoseconds
        guard now < end else { throw .timeout(engine: engine, seconds: timeout ?? 0) }
        return min(ControlLimits.probe, Int32(clamping: (end - now) / 1_000_000 + 1))
    }

    /// True if nobody listens at the path, or only at a newer socket, from which this client gets nothing.
    func isGone() throws(ControlError) -> Bool {
        let code = try UnixSocket(path: path).connect(address)
        if code == Errno.missing || code == Errno.refused { return true }
        guard let identity, let now = FileStatus.unfollowed(path)?.identity else { return false }
        return now != identity
    }
}
