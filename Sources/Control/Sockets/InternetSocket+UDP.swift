// UDP receive and send. One thread at a time.
import Glibc

extension InternetSocket {
    /// The result of one receive.
    enum Arrival {
        case packet(count: Int, from: SocketAddress)
        /// An earlier packet had no receiver: see `takeRefusals`.
        case refusals
        case nothing
    }

    func receive(into buffer: inout [UInt8]) throws(ControlError) -> Arrival {
        var name = [UInt8](repeating: 0, count: SocketAddress.capacity)
        var size = socklen_t(name.count)
        while true {
            let count = unsafe name.withUnsafeMutableBytes { name in
                // A sockaddr begins at the start of the array.
                let start = unsafe name.baseAddress!.assumingMemoryBound(to: sockaddr.self)
                return unsafe recvfrom(descriptor, &buffer, buffer.count, 0, start, &size)
            }
            if count >= 0 { return .packet(count: count, from: SocketAddress(bytes: Array(name.prefix(Int(size))))) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENOPROTOOPT, EACCES, EPROTO, EMSGSIZE, ENETDOWN, ENONET,
                EOPNOTSUPP:
                return .refusals
            case let code: throw .network(call: "recvfrom", endpoint: "UDP \(address)", code: code)
            }
        }
    }

    /// Sends a packet; nil, or the errno. When the error is about an earlier packet, the packet is sent again.
    func send(_ packet: [UInt8], to peer: SocketAddress, refusals: inout [SocketAddress]) -> Int32? {
        for _ in 0..<3 {
            let sent = unsafe peer.withSockaddr { unsafe sendto(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL), $0, $1) }
            if sent >= 0 { return nil }
            let code = errno
            guard code != EINTR else { continue }
            let gone = takeRefusals()
            refusals += gone
            guard !gone.isEmpty, !gone.contains(peer) else { return code }
        }
        return ECONNREFUSED
    }

    /// The receivers that earlier packets did not reach, as the network or the kernel reports.
    func takeRefusals() -> [SocketAddress] {
        var gone: [SocketAddress] = []
        var name = [UInt8](repeating: 0, count: SocketAddress.capacity)
        // A limit, so that a storm of reports does not hold the loop up.
        for _ in 0..<1024 {
            var header = unsafe msghdr()
            var control = [UInt8](repeating: 0, count: 512)
            let count = unsafe name.withUnsafeMutableBytes { name in
                unsafe control.withUnsafeMutableBytes { control in
                    unsafe header.msg_name = name.baseAddress
                    unsafe header.msg_namelen = socklen_t(name.count)
                    unsafe header.msg_control = control.baseAddress
                    unsafe header.msg_controllen = control.count
                    return unsafe recvmsg(descriptor, &header, Int32(MSG_ERRQUEUE | MSG_DONTWAIT))
                }
            }
            guard count >= 0 else { return gone }
            gone.append(SocketAddress(bytes: Array(name.prefix(Int(unsafe header.msg_namelen)))))
        }
        return gone
    }
}
