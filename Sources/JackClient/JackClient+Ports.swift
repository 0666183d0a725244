// Names of our ports, and their partners by patterns. The JACK worker thread, where nothing else is said.
internal import CJack
internal import Glibc

extension JackClient {
    /// Which of our ports a pattern is for.
    public enum Side: String, Sendable {
        case input = "inputs"
        case output = "outputs"
        /// The MIDI input, which takes all that match.
        case midi = "MIDI input"
    }

    /// Pretty names and order, for patchbays. A server without metadata refuses, which costs nothing but beauty.
    func describePorts() {
        let titles = ["Record Left", "Record Right", "Play Left", "Play Right", "Pedals and Keys"]
        let all = ports + ports(of: .midi)
        for (index, title) in titles.enumerated() where index < all.count {
            let uuid = unsafe jack_port_uuid(all[index].address)
            _ = unsafe jack_set_property(handle, uuid, "http://jackaudio.org/metadata/pretty-name", title, "text/plain")
            _ = unsafe jack_set_property(
                handle, uuid, "http://jackaudio.org/metadata/order", "\(index + 1)",
                "http://www.w3.org/2001/XMLSchema#integer")
        }
    }

    /// Connects one side to the ports that `pattern` (a regular expression of full port names, or the word `physical`)
    /// finds, first to left, second to right; a single source feeds both inputs. Returns the names connected now, empty
    /// when nothing fits (yet). Those in `except` are passed over.
    @discardableResult
    public func connect(_ side: Side, to pattern: String, except: Set<String> = []) throws(JackError) -> [String] {
        let found = portsMatching(pattern, side).filter { !except.contains($0) }
        guard let first = found.first else { return [] }
        let mine = ports(of: side)
        let partners = side == .midi ? found : [first, found.count > 1 ? found[1] : first]
        for (index, partner) in partners.enumerated() where !mine.isEmpty {
            guard let name = unsafe jack_port_name(mine[min(index, mine.count - 1)].address).map({ unsafe String(cString: $0) })
            else {
                continue
            }
            let (from, to) = side == .output ? (name, partner) : (partner, name)
            let code = unsafe jack_connect(handle, from, to)
            guard code == 0 || code == EEXIST else {
                throw JackError.connectionRefused(from: from, to: to, code: code)
            }
        }
        return partners
    }

    /// Names of all ports connected to our inputs. Reads the shared graph, never blocks; any thread.
    public var sources: [String] {
        ports[..<2].flatMap { unsafe JackClient.names(jack_port_get_connections($0.address)) }
    }

    public var midiSources: [String] {
        ports(of: .midi).flatMap { unsafe JackClient.names(jack_port_get_connections($0.address)) }
    }

    public func isConnected(_ side: Side) -> Bool { ports(of: side).contains { unsafe jack_port_connected($0.address) > 0 } }

    func ports(of side: Side) -> [JackPointer] {
        switch side {
        case .input: Array(ports[..<2])
        case .output: Array(ports[2...])
        case .midi: midiIn.map { [$0] } ?? []
        }
    }

    private func portsMatching(_ pattern: String, _ side: Side) -> [String] {
        var flags = UInt(side == .output ? JackPortIsInput.rawValue : JackPortIsOutput.rawValue)
        let isPhysical = pattern == "physical"
        if isPhysical { flags |= UInt(JackPortIsPhysical.rawValue) }
        let found = unsafe JackClient.names(
            jack_get_ports(
                handle, isPhysical ? nil : pattern, side == .midi ? JACK_DEFAULT_MIDI_TYPE : JACK_DEFAULT_AUDIO_TYPE, flags))
        return found.filter { !$0.hasPrefix(name + ":") }
    }

    static func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe jack_free(list) }
        var names: [String] = []
        var i = 0
        while let name = unsafe list[i] {
            unsafe names.append(String(cString: name))
            i += 1
        }
        return names
    }
}
