// Receives packets with the credentials of their senders. One thread at a time.
import Glibc

extension Socket {
    /// Bytes of a control message's head (length, level and type); the credentials follow as pid, uid, gid.
    private static let credentialsHead = 16
    /// Room for the credentials only: the kernel closes file descriptors that somebody sends along.
    private static let controlSize = 32

    /// Reads one packet into the buffer; nil when none waits.
    func receive(into buffer: inout [UInt8], path: String) throws(ControlError) -> Datagram? {
        var name = [UInt8](repeating: 0, count: SocketAddress.capacity)
        var control = [UInt8](repeating: 0, count: Self.controlSize)
        var header = unsafe msghdr()
        let count = unsafe buffer.withUnsafeMutableBytes { data in
            unsafe name.withUnsafeMutableBytes { name in
                unsafe control.withUnsafeMutableBytes { control in
                    unsafe receive(data, name, control, &header)
                }
            }
        }
        guard count >= 0 else {
            if errno == EAGAIN { return nil }
            throw .system(call: "recvmsg", path: path, code: errno)
        }
        return unsafe Datagram(
            count: count, isCut: header.msg_flags & Int32(MSG_TRUNC) != 0,
            from: SocketAddress(bytes: Array(name.prefix(Int(header.msg_namelen)))),
            uid: Self.uid(control.prefix(Int(header.msg_controllen))))
    }

    @unsafe private func receive(
        _ data: UnsafeMutableRawBufferPointer, _ name: UnsafeMutableRawBufferPointer,
        _ control: UnsafeMutableRawBufferPointer, _ header: inout msghdr
    ) -> Int {
        var vector = unsafe iovec(iov_base: data.baseAddress, iov_len: data.count)
        return unsafe withUnsafeMutablePointer(to: &vector) { vector in
            while true {
                unsafe header.msg_name = name.baseAddress
                unsafe header.msg_namelen = socklen_t(name.count)
                unsafe header.msg_iov = vector
                unsafe header.msg_iovlen = 1
                unsafe header.msg_control = control.baseAddress
                unsafe header.msg_controllen = control.count
                let count = unsafe recvmsg(descriptor, &header, Int32(MSG_CMSG_CLOEXEC))
                if count >= 0 || errno != EINTR { return count }
            }
        }
    }

    private static func uid(_ control: ArraySlice<UInt8>) -> UInt32? {
        let bytes = Array(control)
        guard bytes.count >= credentialsHead + 12 else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            let level = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self)
            let type = unsafe bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)
            // SCM_CREDENTIALS is 2; the C header gives the name to GNU programs only.
            guard level == SOL_SOCKET, type == 2 else { return nil }
            return unsafe bytes.loadUnaligned(fromByteOffset: credentialsHead + 4, as: UInt32.self)
        }
    }
}
