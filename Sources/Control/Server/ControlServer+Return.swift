// Finds the receiver of state messages. One thread at a time.
internal import Messages
import System

extension ControlServer {
    /// The receiver at a URL. Only addresses that may control the engine themselves can get state. Throws `.badReturn`.
    public mutating func receiver(at url: String, askedBy sender: Sender) throws(ControlError) -> Sender {
        switch try ReturnURL(url) {
        case .internet(let address):
            guard network.options.allows(address) else {
                throw .badReturn(url: url, why: tr("it is not on the list of allowed addresses (--osc-allow)"))
            }
            // Without a way to it, the first message would end the subscription that was just confirmed.
            if let code = Self.refusal(to: address) {
                throw .badReturn(url: url, why: tr("this machine has no way to it: \(SystemError.reason(for: code))"))
            }
            let index = try network.socket(to: address)
            return Sender(address: address.socketAddress, route: .udp(index))
        case .local(let address):
            // A sender from the network must not make the engine write to Unix sockets of the engine's user.
            guard sender.route == .local else {
                throw .badReturn(url: url, why: tr("only a program at the Unix socket may name a Unix socket"))
            }
            return Sender(address: address)
        }
    }

    /// The errno of the way to an address; nil if there is one. Sends nothing.
    private static func refusal(to address: InternetAddress) -> Int32? {
        SystemError.code { () throws(SystemError) in
            try Socket(address.family, .datagram).connect(address.socketAddress)
        }
    }
}
