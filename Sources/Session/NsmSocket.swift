// Control loop only. One UDP socket for a whole session: the manager knows its clients by their ports.
internal import Control
internal import Glibc

/// Sends to the manager and takes what it sends; never blocks.
final class NsmSocket {
    let descriptor: Int32
    /// The manager; after its welcome, where that came from.
    private var peer: [UInt8]
    private var isSure = false

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
        // nsmd listens on IPv4 only.
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

    /// On this machine nobody from outside has anything to tell us.
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
        // Tells when nobody listens any more.
        let level = Int32(family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6)
        let option = family == AF_INET ? IP_RECVERR : IPV6_RECVERR
        guard unsafe setsockopt(descriptor, level, option, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .system(call: "setsockopt", code: errno)
        }
        let code = unsafe withSockaddr(own) { unsafe bind(descriptor, $0, $1) }
        guard code == 0 else { throw .system(call: "bind", code: errno) }
    }

    /// The welcome has come: from now on the manager is there, and nobody else is listened to.
    func settle(on sender: [UInt8]) {
        peer = sender
        isSure = true
    }

    /// Nothing, or what the system said.
    func send(_ packet: [UInt8]) -> Int32? {
        for _ in 0..<3 {
            let sent = unsafe withSockaddr(peer) { unsafe sendto(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL), $0, $1) }
            if sent >= 0 { return nil }
            // An error of an earlier packet is told here, once, in place of this one's.
            let code = errno
            guard code == EINTR || code == ECONNREFUSED else { return code }
            if code == ECONNREFUSED { dropErrors() }
        }
        return ECONNREFUSED
    }

    enum Arrival {
        case packet([UInt8], from: [UInt8])
        case refused
        case nothing
    }

    func receive() -> Arrival {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var name = [UInt8](repeating: 0, count: 128)
        while true {
            var size = socklen_t(name.count)
            let count = unsafe name.withUnsafeMutableBytes { name in
                // A sockaddr begins where the array does.
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

    private func dropErrors() {
        var byte: UInt8 = 0
        for _ in 0..<64 {
            guard unsafe recv(descriptor, &byte, 1, Int32(MSG_ERRQUEUE | MSG_DONTWAIT)) >= 0 else { return }
        }
    }

    @unsafe private func withSockaddr<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
    {
        unsafe bytes.withUnsafeBytes { raw in
            // The array is at least as long as the address of its family.
            unsafe body(raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
        }
    }
}
