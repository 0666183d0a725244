// The URL of a session manager. Any thread; a value.

/// The address of a session manager, as in NSM_URL: `osc.udp://host:port/`.
struct NsmURL: Equatable {
    /// Host name or address, without brackets.
    let host: String
    /// Port number as text.
    let port: String

    /// Parses a URL. Only UDP is accepted, as in nsmd. Throws `SessionError.badURL`.
    init(_ text: String) throws(SessionError) {
        let scheme = "osc.udp://"
        guard text.hasPrefix(scheme) else { throw .badURL(text) }
        let place = text.dropFirst(scheme.count).prefix { $0 != "/" }
        guard let colon = place.lastIndex(of: ":"), let number = UInt16(place[place.index(after: colon)...]), number > 0 else {
            throw .badURL(text)
        }
        var host = place[..<colon]
        // An IPv6 address stands in brackets.
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.utf8.contains(0) else { throw .badURL(text) }
        self.host = String(host)
        port = "\(number)"
    }
}
