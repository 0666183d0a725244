// The UDP socket to a session manager. One owner at a time; blocks only in `init`, while a host name is looked up.
internal import Control
internal import Glibc

/// Sends packets to the manager and receives its packets. One socket serves the whole session, because the manager identifies
/// clients by their ports.
final class NsmSocket {
    /// The socket.
    let descriptor: Int32
    /// Address of the manager, as a sockaddr; after the welcome, the address that the welcome came from.
    private var peer: [UInt8]
    /// True after the welcome.
    private var isSure = false

    /// Opens a socket for the manager at this URL. Throws `SessionError`.
    init(_ url: NsmURL) throws(SessionError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(url.host, url.port, &hints, &list)
        guard code == 0, let first = unsafe list else {
            throw .noHost(url.host, why: code == 0 ? "no address" : unsafe String(cString: gai_strerror(code)))
        }
        defer { unsafe freeaddrinfo(list) }
        // nsmd listens on IPv4 only, so an IPv4 address is preferred.
        var chosen = unsafe first
        var next: UnsafeMutablePointer<addrinfo>? = unsafe first
        while let entry = unsafe next {
            if unsafe entry.pointee.ai_family == AF_INET {
                unsafe chosen = unsafe entry
                break
            }
            unsafe next = entry.pointee.ai_next
        }
        let family = unsafe chosen.pointee.ai_family
        peer = unsafe [UInt8](
            UnsafeRawBufferPointer(start: chosen.pointee.ai_addr, count: Int(chosen.pointee.ai_addrlen)))
        descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        do throws(SessionError) {
            try bindBeforeSending(family)
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    deinit { _ = close(descriptor) }

    /// Binds the socket to the loopback address if the manager runs on this machine, so that no other machine can send to it.
    private func bindBeforeSending(_ family: Int32) throws(SessionError) {
        let isLocal = family == AF_INET ? peer[4] == 127 : peer[8..<24].elementsEqual([UInt8](repeating: 0, count: 15) + [1])
        var own = peer
        own[2] = 0
        own[3] = 0
        if family == AF_INET {
            own.replaceSubrange(4..<8, with: isLocal ? [127, 0, 0, 1] : [0, 0, 0, 0])
        } else if !isLocal {
            own.replaceSubrange(8..<24, with: [UInt8](repeating: 0, count: 16))
        }
        var yes: Int32 = 1
        // Reports an error when the manager's port is closed.
        let level = Int32(family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6)
        let option = family == AF_INET ? IP_RECVERR : IPV6_RECVERR
        guard unsafe setsockopt(descriptor, level, option, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .system(call: "setsockopt", code: errno)
        }
        let code = unsafe withSockaddr(own) { unsafe bind(descriptor, $0, $1) }
        guard code == 0 else { throw .system(call: "bind", code: errno) }
    }

    /// Takes the sender of the welcome as the manager; packets of all others are dropped from now on.
    func settle(on sender: [UInt8]) {
        peer = sender
        isSure = true
    }

    /// Sends a packet. Gives nil, or the errno.
    func send(_ packet: [UInt8]) -> Int32? {
        for _ in 0..<3 {
            let sent = unsafe withSockaddr(peer) { unsafe sendto(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL), $0, $1) }
            if sent >= 0 { return nil }
            // The kernel reports the error of an earlier packet here, once, instead of sending this one.
            let code = errno
            guard code == EINTR || code == ECONNREFUSED else { return code }
            if code == ECONNREFUSED { dropErrors() }
        }
        return ECONNREFUSED
    }

    /// Result of an attempt to receive.
    enum Arrival {
        /// A packet and the address of its sender.
        case packet([UInt8], from: [UInt8])
        /// The manager's port is closed.
        case refused
        /// No packet waits.
        case nothing
    }

    /// Receives one packet, if one waits. Never blocks.
    func receive() -> Arrival {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var name = [UInt8](repeating: 0, count: 128)
        while true {
            var size = socklen_t(name.count)
            let count = unsafe name.withUnsafeMutableBytes { name in
                // The array is large enough for a sockaddr of any family, which begins at its start.
                let start = unsafe name.baseAddress!.assumingMemoryBound(to: sockaddr.self)
                return unsafe recvfrom(descriptor, &buffer, buffer.count, 0, start, &size)
            }
            if count >= 0 {
                let sender = Array(name.prefix(Int(size)))
                guard !isSure || sender == peer else { continue }
                return .packet(Array(buffer.prefix(count)), from: sender)
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default:
                dropErrors()
                return .refused
            }
        }
    }

    /// Removes errors that the kernel has queued at the socket.
    private func dropErrors() {
        var byte: UInt8 = 0
        for _ in 0..<64 {
            guard unsafe recv(descriptor, &byte, 1, Int32(MSG_ERRQUEUE | MSG_DONTWAIT)) >= 0 else { return }
        }
    }

    /// Calls `body` with an address in the form of C.
    @unsafe private func withSockaddr<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
    {
        unsafe bytes.withUnsafeBytes { raw in
            // The array is at least as long as an address of its family.
            unsafe body(raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
        }
    }
}
