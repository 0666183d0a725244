// Receives through sockets. One owner of a socket at a time; blocks only if the socket waits.
internal import CLinux
internal import Glibc

extension Socket {
    /// Receives at most `limit` bytes, or one packet, into the start of `buffer`. Returns the count; nil if nothing has come.
    ///
    /// Returns 0 at the end of a stream, and for an empty packet. With `waits` false it does not wait even if the socket does.
    public func receive(
        into buffer: inout [UInt8], atMost limit: Int = .max, waits: Bool = true
    ) throws(SystemError) -> Int? {
        let flags = waits ? 0 : Int32(MSG_DONTWAIT)
        while true {
            let count = unsafe recv(descriptor, &buffer, max(0, min(buffer.count, limit)), flags)
            if let count = try Self.received(count, "recv") { return count < 0 ? nil : count }
        }
    }

    /// Receives one packet into the start of `buffer`. Returns its count of bytes and its sender; nil if none has come.
    public func receivePacket(into buffer: inout [UInt8]) throws(SystemError) -> (count: Int, from: SocketAddress)? {
        while true {
            let (count, from) = unsafe SocketAddress.filled { address, size in
                unsafe recvfrom(descriptor, &buffer, buffer.count, 0, address, &size)
            }
            if let count = try Self.received(count, "recvfrom") { return count < 0 ? nil : (count, from) }
        }
    }

    /// Receives one packet into the start of `buffer`, with the user who sent it; nil if none has come.
    ///
    /// Needs the option `senderUser`. The kernel closes file descriptors that somebody sends along.
    public func receiveWithUser(into buffer: inout [UInt8]) throws(SystemError) -> Datagram? {
        // Room for the credentials only: the kernel then closes descriptors that were sent along.
        var control = [UInt8](repeating: 0, count: 32)
        while true {
            var header = unsafe msghdr()
            let (count, from) = unsafe SocketAddress.filled { address, size in
                unsafe buffer.withUnsafeMutableBytes { data in
                    unsafe control.withUnsafeMutableBytes { control in
                        var vector = unsafe iovec(iov_base: data.baseAddress, iov_len: data.count)
                        return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                            unsafe header.msg_name = UnsafeMutableRawPointer(address)
                            unsafe header.msg_namelen = size
                            unsafe header.msg_iov = vector
                            unsafe header.msg_iovlen = 1
                            unsafe header.msg_control = control.baseAddress
                            unsafe header.msg_controllen = control.count
                            defer { size = unsafe header.msg_namelen }
                            return unsafe recvmsg(descriptor, &header, Int32(MSG_CMSG_CLOEXEC))
                        }
                    }
                }
            }
            guard let count = try Self.received(count, "recvmsg") else { continue }
            guard count >= 0 else { return nil }
            return unsafe Datagram(
                count: count, isCut: header.msg_flags & Int32(MSG_TRUNC) != 0, from: from,
                user: Self.user(control.prefix(Int(header.msg_controllen))))
        }
    }

    /// The result of a receiving call: nil to call again, -1 if nothing has come. Reads errno.
    private static func received(_ count: Int, _ call: String) throws(SystemError) -> Int? {
        if count >= 0 { return count }
        if errno == EINTR { return nil }
        guard errno == EAGAIN else { throw .last(call) }
        return -1
    }

    /// The user in a control message with credentials; nil without one.
    private static func user(_ control: ArraySlice<UInt8>) -> UInt32? {
        // The head of a control message has length, level and type; the credentials follow as pid, uid, gid.
        let head = 16
        let bytes = Array(control)
        guard bytes.count >= head + 12 else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            let level = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self)
            let type = unsafe bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)
            // SCM_CREDENTIALS is 2; the C header gives the name to GNU programs only.
            guard level == SOL_SOCKET, type == 2 else { return nil }
            return unsafe bytes.loadUnaligned(fromByteOffset: head + 4, as: UInt32.self)
        }
    }
}

/// A packet that `Socket.receiveWithUser` has put into a buffer, with its sender as the kernel names it.
public struct Datagram: Sendable {
    /// Number of bytes in the buffer.
    public let count: Int
    /// True if the packet was longer than the buffer; the rest is lost.
    public let isCut: Bool
    /// Address of the sender, which may have no name.
    public let from: SocketAddress
    /// Number of the sending user; nil if the kernel gave no credentials, and the packet must not be trusted.
    public let user: UInt32?
}
