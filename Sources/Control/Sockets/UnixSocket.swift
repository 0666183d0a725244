// The Unix datagram sockets of engines and their clients. One thread at a time; blocks only in `wait`.
internal import Messages
import System

/// A Unix datagram socket that owns its descriptor and never blocks.
struct UnixSocket: ~Copyable {
    private let base: Socket

    /// Opens a socket. The kernel is asked to name the sending user of each packet, before the socket has a name: no packet
    /// arrives without.
    init(path: String) throws(ControlError) {
        base = try Self.open(path)
    }

    private static func open(_ path: String) throws(ControlError) -> Socket {
        do throws(SystemError) {
            let base = try Socket(.unix, .datagram)
            try base.set(.senderUser)
            // A packet that is larger than the room that the kernel gives is refused when it is sent.
            try base.set(.sendBuffer(bytes: Int32(ControlLimits.packet * 2)))
            return base
        } catch { throw ControlError(error, path: path) }
    }

    var descriptor: Int32 { base.descriptor }

    /// Binds with mode 0600. The mode is set on the nameless socket, and its name inherits it: unlike a changed umask,
    /// this does not touch files that other threads create.
    func bind(_ address: SocketAddress, path: String) throws(ControlError) {
        do throws(SystemError) {
            try File.setPermissions(descriptor, 0o600)
            try base.bind(address)
        } catch { throw ControlError(error, path: path) }
    }

    /// Connects; nil, or the errno. From then on only packets of that address are received.
    func connect(_ address: SocketAddress) -> Int32? {
        SystemError.code { () throws(SystemError) in try base.connect(address) }
    }

    /// Sends a packet to the connected address; nil, or the errno.
    func send(_ packet: [UInt8]) -> Int32? {
        SystemError.code { () throws(SystemError) in try base.send(packet[...]) }
    }

    /// Sends a packet to an address; nil, or the errno.
    func send(_ packet: [UInt8], to address: SocketAddress) -> Int32? {
        SystemError.code { () throws(SystemError) in try base.send(packet, to: address) }
    }

    /// Room for packets on their way, in bytes with the kernel's overhead.
    func sendBuffer(path: String) throws(ControlError) -> Int {
        do throws(SystemError) { return try base.sendBuffer() } catch { throw ControlError(error, path: path) }
    }

    /// Counts the bytes of sent packets that nobody has read, with the kernel's overhead.
    func unreadBytes() throws(SystemError) -> Int { try base.unreadBytes() }

    /// Reads one packet into the buffer; nil when none waits.
    func receive(into buffer: inout [UInt8], path: String) throws(ControlError) -> Datagram? {
        do throws(SystemError) { return try base.receiveWithUser(into: &buffer) } catch { throw ControlError(error, path: path) }
    }

    /// Waits up to `milliseconds` until the socket can be read, or with `writes` until it can be written. Returns false if
    /// neither happens in that time, or if a signal ends the wait early: the caller compares its clock with its deadline, and
    /// waits again.
    func wait(writes: Bool = false, milliseconds: Int32) throws(ControlError) -> Bool {
        do throws(SystemError) { return try base.wait(writes: writes, milliseconds: milliseconds) } catch {
            throw ControlError(error, path: tr("the control socket"))
        }
    }
}

extension SocketAddress {
    /// Makes the address of a Unix socket. Throws `.pathTooLong`.
    init(path: String) throws(ControlError) {
        guard let address = SocketAddress(unixPath: path) else { throw .pathTooLong(path) }
        self = address
    }
}
