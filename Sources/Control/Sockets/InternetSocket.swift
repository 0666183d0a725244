// The UDP and TCP sockets of engines and their clients, with their options. One thread at a time; never blocks.
import System

/// A UDP or TCP socket that never blocks; closed at the end of the life of `base`.
///
/// liblo encodes and decodes OSC messages only. Its server is not used: it binds all addresses of the machine, reads a packet
/// before its sender can be checked, and blocks on a TCP peer that reads slowly. An allow-list, limits for each peer and an
/// owner that never blocks need sockets and TCP framing (`StreamReader`) of Dicta's own.
struct InternetSocket {
    let base: Socket
    let address: InternetAddress

    /// Opens and binds a socket. Port 0 becomes a free port.
    init(_ kind: Socket.Kind, at wanted: InternetAddress) throws(ControlError) {
        do throws(SystemError) {
            base = try Socket(wanted.family, kind)
            // One socket for each family: mapped addresses would get past the allow-list.
            if !wanted.isFour { try base.set(.onlySix) }
            switch kind {
            case .stream:
                // A restarted engine gets its port back while old connections linger.
                try base.set(.reuseAddress)
            case .datagram:
                // The kernel reports receivers that are gone.
                try base.set(.queuedErrors)
                try base.set(.receiveBuffer(bytes: 1 << 20))
            }
            try base.bind(wanted.socketAddress)
            if kind == .stream { try base.listen(waiting: 64) }
            address = try base.internetAddress()
        } catch { throw ControlError(error, endpoint: "\(wanted)") }
    }

    /// Opens a TCP socket that the caller connects to `peer`.
    init(to peer: InternetAddress) throws(ControlError) {
        let base: Socket
        do throws(SystemError) { base = try Socket(peer.family, .stream) } catch {
            throw ControlError(error, endpoint: "\(peer)")
        }
        try self.init(base, to: peer)
    }

    /// Takes over a TCP socket, one that `accept` gave or one that will be connected.
    init(_ base: Socket, to peer: InternetAddress) throws(ControlError) {
        self.base = base
        address = peer
        do throws(SystemError) {
            try base.set(.noDelay)
            // A peer whose machine is gone is noticed within a minute, one that reads no more within ten seconds.
            try base.set(.keepAlive)
            try base.set(.keepAliveIdle(seconds: 30))
            try base.set(.keepAliveInterval(seconds: 10))
            try base.set(.keepAliveCount(3))
            try base.set(.unconfirmedTimeout(milliseconds: 10_000))
        } catch { throw ControlError(error, endpoint: "\(peer)") }
    }

    var descriptor: Int32 { base.descriptor }
}
