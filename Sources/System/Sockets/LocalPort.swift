// The users of ports of this machine. Any thread; reads files of the kernel.

/// Ports of this machine.
public enum LocalPort {
    /// True for an address of this machine: a socket can have it.
    public static func isOfThisMachine(_ address: InternetAddress) -> Bool {
        guard !address.isLoopback else { return true }
        do throws(SystemError) {
            let own = InternetAddress(host: address.host, port: 0, scope: address.scope)
            try Socket(address.family, .datagram).bind(own.socketAddress)
            return true
        } catch {
            return error.code != Errno.addressMissing && error.code != Errno.wrongFamily
        }
    }

    /// The user whose socket has a UDP port; nil if none has it in this network namespace. Two users who share a port are told
    /// apart by nothing, so the first one that is neither this user nor root counts.
    public static func owner(ofUDP port: UInt16) -> UInt32? {
        let users = ["/proc/self/net/udp", "/proc/self/net/udp6"].flatMap { owners(of: port, in: $0) }
        return users.first { $0 != 0 && $0 != ThisProcess.user } ?? users.first
    }

    /// The users with sockets of a port in a table of the kernel: number, local address with the port in hexadecimal digits, the
    /// other address, state, two queues, timer, tries, user, ...
    private static func owners(of port: UInt16, in path: String) -> [UInt32] {
        guard let bytes = try? File.contents(of: path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count > 7, let text = columns[1].split(separator: ":").last, UInt16(text, radix: 16) == port else {
                return nil
            }
            return UInt32(columns[7])
        }
    }
}
