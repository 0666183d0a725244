// Control loop only.

extension ControlServer {
    /// Who is meant when state is to go to a URL: nobody but those that may command the engine themselves.
    public mutating func receiver(at url: String, askedBy sender: Sender) throws(ControlError) -> Sender {
        switch try ReturnURL(url) {
        case .internet(let address):
            guard network.options.allows(address) else {
                throw .badReturn(url: url, why: "it is not among those that may talk to the engine (--osc-allow)")
            }
            let index = try network.socket(to: address)
            return Sender(address: address.socketAddress, route: .udp(index))
        case .local(let address):
            // Others than its user cannot have the engine write to sockets of its user.
            guard sender.route == .local else { throw .badReturn(url: url, why: "only who asks at the socket may name another") }
            return Sender(address: address)
        }
    }
}
