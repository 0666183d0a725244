// Messages between this process and a child, with descriptors. One owner of each end.
internal import CLinux
internal import Glibc

/// Two connected ends for messages, each received whole or not at all, that can carry a descriptor. The owners close the ends.
public struct MessagePair: Sendable {
    /// The end of this process.
    public let own: Int32
    /// The end that a child gets.
    public let other: Int32

    /// Makes a pair. A child inherits neither end unless it is one of its standard streams.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .last("socketpair")
        }
        (own, other) = (ends[0], ends[1])
    }

    /// Sends a message, with a copy of an open descriptor if one is given. Blocks while the other end is full.
    public static func send(_ bytes: [UInt8], with descriptor: Int32 = -1, to end: Int32) throws(SystemError) {
        while unsafe dicta_send_descriptor(end, bytes, bytes.count, descriptor) < 0 {
            guard errno == EINTR else { throw .last("sendmsg") }
        }
    }

    /// Waits for a message, and returns its first `limit` bytes with the descriptor that came along; the caller closes it. Returns
    /// no bytes once the other end is closed.
    public static func receive(
        from end: Int32, atMost limit: Int
    ) throws(SystemError) -> (bytes: [UInt8], descriptor: Int32?) {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            var descriptor: Int32 = -1
            let count = unsafe dicta_receive_descriptor(end, &bytes, limit, &descriptor)
            if count >= 0 { return (Array(bytes.prefix(count)), descriptor < 0 ? nil : descriptor) }
            guard errno == EINTR else { throw .last("recvmsg") }
        }
    }
}
