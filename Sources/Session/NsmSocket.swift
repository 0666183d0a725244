// The UDP socket to a session manager. One owner at a time; blocks only in `init`, while a host name is looked up.
internal import Messages
internal import System

/// Sends packets to the manager and receives its packets. One socket serves the whole session, because the manager identifies
/// clients by their ports.
final class NsmSocket {
    private let base: Socket
    /// Address of the manager; after the welcome, the address that the welcome came from.
    private var peer: SocketAddress
    /// Addresses of the URL's host.
    private let hosts: [InternetAddress]
    /// True after the welcome.
    private var isSure = false
    /// Most packets of others that one look discards.
    private static let strangersALook = 256

    /// Opens a socket for the manager at this URL. Throws `SessionError`.
    init(_ url: NsmURL) throws(SessionError) {
        do throws(HostNameError) {
            hosts = try HostName.addresses(of: url.host, port: url.port, .datagram)
        } catch { throw .noHost(url.host, why: error.reason) }
        // nsmd listens on IPv4 only, so an IPv4 address is preferred.
        guard let manager = hosts.first(where: \.isFour) ?? hosts.first else { throw .noHost(url.host, why: tr("no address")) }
        peer = manager.socketAddress
        do throws(SystemError) {
            base = try Socket(manager.family, .datagram)
            // Reports an error when the manager's port is closed.
            try base.set(.queuedErrors)
            try base.bind(Self.own(for: manager).socketAddress)
        } catch { throw .system(call: error.call, code: error.code) }
    }

    /// The address to bind: the loopback address if the manager runs on this machine, so that no other machine can send to the
    /// socket; otherwise all addresses.
    private static func own(for manager: InternetAddress) -> InternetAddress {
        let hosts = manager.isLoopback ? InternetAddress.loopback : InternetAddress.any
        return InternetAddress(host: hosts[manager.isFour ? 0 : 1], port: 0, scope: manager.scope)
    }

    /// The descriptor, to poll.
    var descriptor: Int32 { base.descriptor }

    /// Takes the sender of the welcome as the manager: one address of a host that has several.
    func settle(on sender: SocketAddress) {
        peer = sender
        isSure = true
    }

    /// True if the manager can send from this address: that of the URL, with its port. A manager of this machine answers from the
    /// loopback address that the kernel gives it, which may be another one than that of its name (127.0.1.1).
    private func isManager(_ sender: SocketAddress) -> Bool {
        guard !isSure else { return sender == peer }
        guard let from = InternetAddress(sender) else { return false }
        return hosts.contains { $0.port == from.port && ($0.host == from.host || $0.isLoopback && from.isLoopback) }
    }

    /// The reason why nobody who sends from this address now is the manager of NSM_URL: its port of this machine belongs to another
    /// user than this one and root, or to nobody any more. Whoever took the port can close it before they are asked for, so only a
    /// port that is open counts. Nil without a reason: another machine answers for its own ports.
    func objection(to sender: SocketAddress) -> String? {
        guard let manager = InternetAddress(sender), LocalPort.isOfThisMachine(manager) else { return nil }
        guard let owner = LocalPort.owner(ofUDP: manager.port) else { return "the port in NSM_URL belongs to nobody" }
        return owner == ThisProcess.user || owner == 0 ? nil : "the port in NSM_URL belongs to user \(owner)"
    }

    /// Sends a packet. Gives nil, or the errno.
    func send(_ packet: [UInt8]) -> Int32? {
        SystemError.code { () throws(SystemError) in
            try base.send(packet, to: peer) { code in
                guard code == Errno.refused else { return false }
                dropErrors()
                return true
            }
        }
    }

    /// Result of an attempt to receive.
    enum Arrival {
        /// A packet and the address of its sender.
        case packet([UInt8], from: SocketAddress)
        /// The manager's port is closed.
        case refused
        /// No packet waits.
        case nothing
    }

    /// Receives one packet of the manager, if one waits: every user of this machine can send to the socket. Never blocks.
    func receive() -> Arrival {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        do throws(SystemError) {
            for _ in 0..<Self.strangersALook {
                guard let (count, sender) = try base.receivePacket(into: &buffer) else { return .nothing }
                guard isManager(sender) else { continue }
                return .packet(Array(buffer.prefix(count)), from: sender)
            }
            return .nothing
        } catch {
            dropErrors()
            return .refused
        }
    }

    /// Removes errors that the kernel has queued at the socket.
    private func dropErrors() { base.takeUndelivered(atMost: 64) }
}
