// A client of one engine over TCP. One thread at a time; blocks up to the timeout given.
public import Dictation
internal import Messages
import System

/// A TCP connection to one engine, on this or another machine: sends a request and waits for its answer.
public struct StreamClient: ~Copyable {
    /// The URL as it was given.
    public let url: String
    private let socket: InternetSocket
    private var reader = StreamReader()
    /// Seconds for a connection, unless the caller says others.
    public static let patience = 5.0

    /// Connects within `patience` seconds. The host is an address in digits or `localhost`: `osc.tcp://192.168.1.5:9001`.
    /// Throws `.badReturn` for a bad URL, `.unreachable` when no engine accepts.
    public init(url: String, patience: Double = Self.patience) throws(ControlError) {
        socket = try Self.connected(url, within: patience)
        self.url = url
    }

    private static func connected(_ url: String, within patience: Double) throws(ControlError) -> InternetSocket {
        let address = try ReturnURL.address(url, scheme: "osc.tcp://", hint: tr("it has to begin with osc.tcp://"))
        let socket = try InternetSocket(to: address)
        do throws(SystemError) { try socket.base.connect(address.socketAddress) } catch {
            guard error.code == Errno.inProgress else { throw .unreachable(url: url, code: error.code) }
            guard try wait(socket, writes: true, until: Moment.now.later(seconds: patience).nanoseconds) else {
                throw .unreachable(url: url, code: Errno.timedOut)
            }
            let code = try outcome(of: socket)
            guard code == 0 else { throw .unreachable(url: url, code: code) }
        }
        return socket
    }

    /// The errno of a connect that has ended; 0 when it has succeeded.
    private static func outcome(of socket: InternetSocket) throws(ControlError) -> Int32 {
        do throws(SystemError) { return try socket.base.takeError() } catch {
            throw ControlError(error, endpoint: "\(socket.address)")
        }
    }

    /// Sends a request and waits for the whole answer. `timeout` is in seconds; nil waits as long as the connection lives.
    /// Throws `.refused` with the engine's words when it refuses. After a timeout the client must not be used again. While it
    /// waits, `meanwhile` is called at least every `pause` milliseconds.
    public mutating func ask(
        _ request: Request, timeout: Double?, every pause: Int32 = ControlLimits.probe, meanwhile: () -> Void = {}
    ) throws(ControlError) -> Reply {
        let end = timeout.map { Moment.now.later(seconds: $0).nanoseconds }
        let message = request.message
        try send(reader.framed(try message.encode()), until: end, timeout)
        var answers = Answers(to: message.path)
        var life = LifeCheck(request)
        while true {
            while let item = reader.take() {
                guard case .packet(let packet) = item else { throw .badAnswer(tr("bytes from \(url) that are no packet")) }
                if let reply = try answers.take(packet) { return reply }
            }
            try receive(until: end, timeout, every: pause, &life, meanwhile)
        }
    }

    /// Waits up to `seconds` for the engine to close the connection. True if it did. The client must not be used again.
    public mutating func waitForEnd(seconds: Double) -> Bool {
        let end = Moment.now.later(seconds: seconds).nanoseconds
        var life = LifeCheck(nil)
        while true {
            do throws(ControlError) { try receive(until: end, seconds, every: ControlLimits.probe, &life) {} } catch {
                if case .timeout = error { return false }
                return true
            }
        }
    }

    private func send(_ bytes: [UInt8], until end: UInt64?, _ timeout: Double?) throws(ControlError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try socket.base.send(rest)
                rest = rest.dropFirst(count)
            } catch {
                guard error.code == Errno.wouldBlock else { throw .engineGone(engine: url) }
                guard try Self.wait(socket, writes: true, until: end) else { throw .timeout(engine: url, seconds: timeout ?? 0) }
            }
        }
    }

    private mutating func receive(
        until end: UInt64?, _ timeout: Double?, every pause: Int32, _ life: inout LifeCheck, _ meanwhile: () -> Void
    ) throws(ControlError) {
        while true {
            let now = Moment.now
            if let seconds = life.silence() { throw .silent(engine: url, seconds: seconds) }
            if life.isDue(), let question = life.question { try send(reader.framed(try question.encode()), until: end, timeout) }
            guard end.map({ now.nanoseconds < $0 }) ?? true else { throw .timeout(engine: url, seconds: timeout ?? 0) }
            let soon = min(end ?? .max, now.later(milliseconds: Int(pause)).nanoseconds)
            guard try !Self.wait(socket, writes: false, until: soon) else { break }
            meanwhile()
        }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        do throws(SystemError) {
            guard let count = try socket.base.receive(into: &buffer) else { return }
            if count > 0 {
                life.hear()
                return reader.add(buffer.prefix(count))
            }
        } catch { throw .hungUp(url: url) }
        // An engine also closes the connection of a peer that is not on its list.
        throw .hungUp(url: url)
    }

    /// Waits until the socket can be read, or with `writes` until it can be written; false when `end` came first.
    private static func wait(_ socket: InternetSocket, writes: Bool, until end: UInt64?) throws(ControlError) -> Bool {
        while true {
            let now = Moment.now.nanoseconds
            guard end.map({ now < $0 }) ?? true else { return false }
            let rest = end.map { Int32(clamping: ($0 - now) / 1_000_000 + 1) } ?? -1
            do throws(SystemError) {
                if try socket.base.wait(writes: writes, milliseconds: rest) { return true }
            } catch { throw ControlError(error, endpoint: "\(socket.address)") }
        }
    }
}
