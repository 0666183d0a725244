// UDP receive and send. One thread at a time; never blocks.
import System

extension InternetSocket {
    /// The result of one receive.
    enum Arrival {
        case packet(count: Int, from: SocketAddress)
        /// An earlier packet had no receiver: see `takeRefusals`.
        case refusals
        case nothing
    }

    func receive(into buffer: inout [UInt8]) throws(ControlError) -> Arrival {
        do throws(SystemError) {
            guard let (count, from) = try base.receivePacket(into: &buffer) else { return .nothing }
            return .packet(count: count, from: from)
        } catch {
            guard Errno.undelivered.contains(error.code) else { throw ControlError(error, endpoint: "UDP \(address)") }
            return .refusals
        }
    }

    /// Sends a packet; nil, or the errno. When the error is about an earlier packet, the packet is sent again.
    func send(_ packet: [UInt8], to peer: SocketAddress, refusals: inout [SocketAddress]) -> Int32? {
        SystemError.code { () throws(SystemError) in
            try base.send(packet, to: peer) { _ in
                let gone = takeRefusals()
                refusals += gone
                return !gone.isEmpty && !gone.contains(peer)
            }
        }
    }

    /// The receivers that earlier packets did not reach, as the network or the kernel reports.
    func takeRefusals() -> [SocketAddress] {
        // A limit, so that a storm of reports does not hold the loop up.
        base.takeUndelivered(atMost: 1024)
    }
}
