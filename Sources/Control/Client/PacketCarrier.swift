// The two ways to an engine for a lasting connection. One thread; never waits.
internal import Messages
import System

/// Carries packets to an engine and back, without waiting.
protocol PacketCarrier: AnyObject {
    /// The descriptor to poll.
    var descriptor: Int32 { get }
    /// True while the descriptor is to be polled for writing too.
    var waitsToWrite: Bool { get }
    /// Sends a packet. False if there is no room for it now.
    func send(_ packet: [UInt8]) throws(ControlError) -> Bool
    /// The packets that have come.
    func receive() throws(ControlError) -> [[UInt8]]
}

/// The Unix socket of an engine on this machine.
final class LocalCarrier: PacketCarrier {
    private var client: ControlClient
    private(set) var waitsToWrite = false

    /// Throws as `ControlClient` does.
    init(engine: String, path: String) throws(ControlError) { client = try ControlClient(engine: engine, path: path) }

    var descriptor: Int32 { client.socket.descriptor }

    func send(_ packet: [UInt8]) throws(ControlError) -> Bool {
        waitsToWrite = false
        switch client.socket.send(packet) {
        case nil: return true
        case Errno.wouldBlock, Errno.noBuffers:
            waitsToWrite = true
            return false
        // The socket of an engine that has ended: the kernel tells at the next packet only.
        case Errno.refused, Errno.notConnected, Errno.reset: throw .engineGone(engine: client.engine)
        case Errno.messageTooLong: throw .tooLarge(bytes: packet.count)
        case let code?: throw .system(call: "send", path: client.path, code: code)
        }
    }

    func receive() throws(ControlError) -> [[UInt8]] {
        waitsToWrite = false
        var packets: [[UInt8]] = []
        // As many as an engine sends in a turn; the rest comes in the next one.
        while packets.count < 64, let packet = try client.nextPacket() { packets.append(packet) }
        return packets
    }
}

/// A TCP connection to an engine on this or another machine.
final class StreamCarrier: PacketCarrier {
    private let url: String
    private let socket: InternetSocket
    private var reader = StreamReader()
    private var rest: ArraySlice<UInt8> = []
    private var isConnected = false
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// Begins to connect. Throws `.badReturn` for a bad URL, and `.unreachable`.
    init(url: String) throws(ControlError) {
        let address = try ReturnURL.address(url, scheme: "osc.tcp://", hint: tr("it has to begin with osc.tcp://"))
        let socket = try InternetSocket(to: address)
        do throws(SystemError) { try socket.base.connect(address.socketAddress) } catch {
            guard error.code == Errno.inProgress else { throw .unreachable(url: url, code: error.code) }
        }
        self.url = url
        self.socket = socket
    }

    var descriptor: Int32 { socket.descriptor }
    var waitsToWrite: Bool { !isConnected || !rest.isEmpty }

    func send(_ packet: [UInt8]) throws(ControlError) -> Bool {
        guard try connect(), try flush() else { return false }
        rest += reader.framed(packet)
        _ = try flush()
        return true
    }

    func receive() throws(ControlError) -> [[UInt8]] {
        guard try connect() else { return [] }
        _ = try flush()
        var packets: [[UInt8]] = []
        do throws(SystemError) {
            if let count = try socket.base.receive(into: &buffer) {
                guard count > 0 else { throw SystemError("recv", code: Errno.reset) }
                reader.add(buffer.prefix(count))
            }
        } catch { throw .hungUp(url: url) }
        while let item = reader.take() {
            guard case .packet(let packet) = item else { throw .badAnswer(tr("bytes from \(url) that are no packet")) }
            packets.append(packet)
        }
        return packets
    }

    /// True once the connection is made.
    private func connect() throws(ControlError) -> Bool {
        guard !isConnected else { return true }
        do throws(SystemError) {
            guard try socket.base.wait(writes: true, milliseconds: 0) else { return false }
            let code = try socket.base.takeError()
            guard code == 0 else { throw SystemError("connect", code: code) }
        } catch { throw .unreachable(url: url, code: error.code) }
        isConnected = true
        return true
    }

    /// Sends what waits. True if nothing is left.
    private func flush() throws(ControlError) -> Bool {
        while !rest.isEmpty {
            do throws(SystemError) { rest = rest.dropFirst(try socket.base.send(rest)) } catch {
                guard error.code == Errno.wouldBlock else { throw .hungUp(url: url) }
                return false
            }
        }
        return true
    }
}
