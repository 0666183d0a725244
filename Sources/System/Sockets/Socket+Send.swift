// Sends through sockets. One owner of a socket at a time; blocks only if the socket waits.
internal import CLinux
internal import Glibc

extension Socket {
    /// Sends bytes to the connected peer. Returns how many the kernel took: all of a packet, some of a stream.
    ///
    /// Throws `wouldBlock` if the queue is full. A peer that is gone causes an error, not the signal SIGPIPE.
    @discardableResult
    public func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        while true {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("send") }
        }
    }

    /// Sends one packet to an address. Throws `wouldBlock` if the queue is full.
    public func send(_ packet: [UInt8], to address: SocketAddress) throws(SystemError) {
        while true {
            let count = unsafe address.withSockaddr { address, size in
                unsafe sendto(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL), address, size)
            }
            if count >= 0 { return }
            guard errno == EINTR else { throw .last("sendto") }
        }
    }

    /// Sends one packet to an address, past the errors of earlier packets.
    ///
    /// A socket with `queuedErrors` reports the error of an earlier packet once in place of sending the next one. `isEarlier`
    /// is given the errno, takes the queued errors, and returns true to send the packet again. Throws `refused` after three
    /// attempts.
    public func send(
        _ packet: [UInt8], to address: SocketAddress, isEarlier: (Int32) -> Bool
    ) throws(SystemError) {
        for _ in 0..<3 {
            do throws(SystemError) { return try send(packet, to: address) } catch {
                guard isEarlier(error.code) else { throw error }
            }
        }
        throw SystemError("sendto", code: ECONNREFUSED)
    }

    /// Takes at most `limit` errors that the kernel has queued, and returns the addresses that earlier packets did not reach.
    ///
    /// Needs the option `queuedErrors`; never waits.
    @discardableResult
    public func takeUndelivered(atMost limit: Int) -> [SocketAddress] {
        var all: [SocketAddress] = []
        var control = [UInt8](repeating: 0, count: 512)
        while all.count < limit {
            let (count, address) = unsafe SocketAddress.filled { address, size in
                unsafe control.withUnsafeMutableBytes { control in
                    var header = unsafe msghdr()
                    unsafe header.msg_name = UnsafeMutableRawPointer(address)
                    unsafe header.msg_namelen = size
                    unsafe header.msg_control = control.baseAddress
                    unsafe header.msg_controllen = control.count
                    defer { size = unsafe header.msg_namelen }
                    return unsafe recvmsg(descriptor, &header, Int32(MSG_ERRQUEUE | MSG_DONTWAIT))
                }
            }
            guard count >= 0 else { break }
            all.append(address)
        }
        return all
    }
}
