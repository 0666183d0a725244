// Any thread; a value.

/// `osc.udp://host:port/`, as a session manager has it in NSM_URL.
struct NsmURL: Equatable {
    let host: String
    let port: String

    /// UDP only, as nsmd has it.
    init(_ text: String) throws(SessionError) {
        let scheme = "osc.udp://"
        guard text.hasPrefix(scheme) else { throw .badURL(text) }
        let place = text.dropFirst(scheme.count).prefix { $0 != "/" }
        guard let colon = place.lastIndex(of: ":"), let number = UInt16(place[place.index(after: colon)...]), number > 0 else {
            throw .badURL(text)
        }
        var host = place[..<colon]
        // IPv6 in its brackets.
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.utf8.contains(0) else { throw .badURL(text) }
        self.host = String(host)
        port = "\(number)"
    }
}
