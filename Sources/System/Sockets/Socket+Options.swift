// Options of sockets. One owner of a socket at a time; never blocks.
internal import CLinux
internal import Glibc

extension Socket {
    /// An option of setsockopt(2).
    public enum Option: Sendable {
        /// The kernel names the sending user of each packet: see `receiveWithUser`. Unix sockets only.
        case senderUser
        /// Room for packets on their way, in bytes. The kernel counts its own overhead too, and gives up to its limit.
        case sendBuffer(bytes: Int32)
        /// Room for packets that wait to be received, in bytes. The kernel gives up to its limit.
        case receiveBuffer(bytes: Int32)
        /// Longest wait of a receiving call, in seconds, for a socket that waits. The call then returns nil.
        case receiveTimeout(seconds: Int)
        /// Lets `bind` take a port that only ended connections still use.
        case reuseAddress
        /// Keeps IPv4 addresses in IPv6 form out. IPv6 only.
        case onlySix
        /// The kernel queues an error for each packet without a receiver: see `takeUndelivered`. UDP only.
        case queuedErrors
        /// Sends small pieces at once. TCP only, as are all options below.
        case noDelay
        /// Asks now and then if a quiet peer still exists.
        case keepAlive
        /// Time without traffic until the first question to a quiet peer, in seconds.
        case keepAliveIdle(seconds: Int32)
        /// Time between the questions, in seconds.
        case keepAliveInterval(seconds: Int32)
        /// Count of unanswered questions that end the connection.
        case keepAliveCount(Int32)
        /// Longest time until the peer confirms sent bytes, in milliseconds. The connection ends after it.
        case unconfirmedTimeout(milliseconds: Int32)
    }

    /// Sets an option. Throws `notSupported` or another error of the kernel if the socket does not have the option.
    public func set(_ option: Option) throws(SystemError) {
        let tcp = Int32(IPPROTO_TCP)
        switch option {
        case .senderUser: try set(SOL_SOCKET, SO_PASSCRED, Int32(1))
        case .sendBuffer(let bytes): try set(SOL_SOCKET, SO_SNDBUF, bytes)
        case .receiveBuffer(let bytes): try set(SOL_SOCKET, SO_RCVBUF, bytes)
        case .receiveTimeout(let seconds): try set(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
        case .reuseAddress: try set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        case .onlySix: try set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, Int32(1))
        case .queuedErrors:
            if family == .six {
                try set(Int32(IPPROTO_IPV6), IPV6_RECVERR, Int32(1))
            } else {
                try set(Int32(IPPROTO_IP), IP_RECVERR, Int32(1))
            }
        case .noDelay: try set(tcp, TCP_NODELAY, Int32(1))
        case .keepAlive: try set(SOL_SOCKET, SO_KEEPALIVE, Int32(1))
        case .keepAliveIdle(let seconds): try set(tcp, TCP_KEEPIDLE, seconds)
        case .keepAliveInterval(let seconds): try set(tcp, TCP_KEEPINTVL, seconds)
        case .keepAliveCount(let count): try set(tcp, TCP_KEEPCNT, count)
        case .unconfirmedTimeout(let milliseconds): try set(tcp, TCP_USER_TIMEOUT, milliseconds)
        }
    }

    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) throws(SystemError) {
        var value = value
        guard unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size)) == 0 else {
            throw .last("setsockopt")
        }
    }

    /// Room for packets on their way, in bytes, as the kernel has granted it: its own overhead counts too.
    public func sendBuffer() throws(SystemError) -> Int {
        Int(try number(SOL_SOCKET, SO_SNDBUF))
    }

    /// Counts the bytes of sent packets that no receiver has read, with the kernel's overhead. Unix sockets only.
    public func unreadBytes() throws(SystemError) -> Int {
        var count: Int32 = 0
        guard unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { throw .last("ioctl") }
        return Int(count)
    }

    /// The process and the user at the other end of a connected Unix stream, as they were when they began to listen. The process is 0 if
    /// it is not to be seen from here.
    public func peer() throws(SystemError) -> (process: Int32, user: UInt32) {
        // The layout of `ucred`, which the C header gives to GNU programs only.
        var value = (process: Int32(0), user: UInt32.max, group: UInt32.max)
        var size = socklen_t(MemoryLayout.size(ofValue: value))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &value, &size) == 0 else { throw .last("getsockopt") }
        return (value.process, value.user)
    }

    /// Takes the error that has ended the last connect or the connection; 0 for none.
    public func takeError() throws(SystemError) -> Int32 {
        try number(SOL_SOCKET, SO_ERROR)
    }

    private func number(_ level: Int32, _ option: Int32) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, level, option, &value, &size) == 0 else { throw .last("getsockopt") }
        return value
    }
}
