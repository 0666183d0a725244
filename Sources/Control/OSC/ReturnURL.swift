// Reads the URLs that state is sent to. Any thread; no I/O.
internal import Messages
package import System

/// The address that state is sent to, as a program gives it: `osc.udp://127.0.0.1:9000/`, `osc.unix:///run/x.sock`.
package enum ReturnURL {
    /// A UDP address and port.
    case internet(InternetAddress)
    /// A Unix datagram socket.
    case local(SocketAddress)

    /// Reads a URL. Throws `.badReturn`.
    package init(_ text: String) throws(ControlError) {
        guard text.utf8.count <= 256, !text.utf8.contains(0) else {
            throw .badReturn(url: String(text.prefix(64)), why: tr("it is too long"))
        }
        if text.hasPrefix("osc.unix://") {
            self = .local(try SocketAddress(path: String(text.dropFirst("osc.unix://".count))))
            return
        }
        self = .internet(
            try Self.address(
                text, scheme: "osc.udp://",
                hint: tr("it must begin with osc.udp:// (over TCP, subscribe on the connection itself)")
            ))
    }

    /// The address and port after a scheme. Throws `.badReturn`.
    static func address(_ text: String, scheme: String, hint: String) throws(ControlError) -> InternetAddress {
        guard text.hasPrefix(scheme) else { throw .badReturn(url: String(text.prefix(64)), why: hint) }
        var rest = text.dropFirst(scheme.count)
        if let slash = rest.firstIndex(of: "/") { rest = rest[..<slash] }
        guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
            throw .badReturn(url: text, why: tr("it has no port"))
        }
        var host = String(rest[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host == "localhost" { host = "127.0.0.1" }
        guard let bytes = InternetAddress.host(host) else {
            throw .badReturn(url: text, why: tr("the host must be an address in digits, or localhost"))
        }
        return InternetAddress(host: bytes, port: port)
    }
}
