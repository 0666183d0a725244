// Metadata of the client's ports and connections by pattern. One caller at a time unless noted; may block.
internal import CJack
internal import Dictation
internal import Messages
internal import System

extension JackClient {
    /// Group of the client's ports that a pattern applies to.
    public enum Side: String, Sendable {
        /// Both audio inputs.
        case input = "inputs"
        /// Both audio outputs.
        case output = "outputs"
        /// The MIDI input, which is connected to every matching port.
        case midi = "MIDI input"
    }

    /// Sets display names and the order of the ports for patchbays. A server without metadata refuses, which is harmless.
    func describePorts() {
        let titles = [tr("Record Left"), tr("Record Right"), tr("Play Left"), tr("Play Right"), tr("Pedals and Keys")]
        let all = ports + ports(of: .midi)
        for (index, title) in titles.enumerated() where index < all.count {
            let uuid = unsafe jack_port_uuid(all[index].address)
            _ = unsafe jack_set_property(handle, uuid, JackClient.prettyKey, title, "text/plain")
            _ = unsafe jack_set_property(
                handle, uuid, "http://jackaudio.org/metadata/order", "\(index + 1)",
                "http://www.w3.org/2001/XMLSchema#integer")
        }
    }

    /// Connects one side to the ports that match `pattern`, which `portsMatching` describes, or that one of the words `physical`,
    /// `default` and `none` means. The first match goes to left, the second to right; a single match goes to both. Returns the names
    /// of the connected ports, empty when nothing matches yet. Throws `connectionRefused`.
    @discardableResult
    public func connect(_ side: Side, to pattern: String) throws(JackError) -> [String] {
        let found = portsMatching(pattern, side)
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
            guard code == 0 || code == Errno.exists else {
                throw JackError.connectionRefused(from: from, to: to, code: code)
            }
        }
        return partners
    }

    /// Full names of all ports connected to the audio inputs. Reads the shared graph and never blocks. Any thread but JACK's.
    public var sources: [String] {
        ports[..<2].flatMap { unsafe JackClient.names(jack_port_get_connections($0.address)) }
    }

    /// Full names of all ports connected to the MIDI input. Reads the shared graph and never blocks. Any thread but JACK's.
    public var midiSources: [String] {
        ports(of: .midi).flatMap { unsafe JackClient.names(jack_port_get_connections($0.address)) }
    }

    /// True when a port of that side has a connection. Reads the shared graph and never blocks. Any thread but JACK's.
    public func isConnected(_ side: Side) -> Bool { ports(of: side).contains { unsafe jack_port_connected($0.address) > 0 } }

    /// The client's ports of one side.
    func ports(of side: Side) -> [JackPointer] {
        switch side {
        case .input: Array(ports[..<2])
        case .output: Array(ports[2...])
        case .midi: midiIn.map { [$0] } ?? []
        }
    }

    /// Removes the connections of one side to these ports; one that is gone already is no error. Throws `disconnectionRefused`.
    public func disconnect(_ side: Side, from others: [String]) throws(JackError) {
        let mine = Set(ports(of: side).compactMap { unsafe jack_port_short_name($0.address).map { unsafe String(cString: $0) } })
        for connection in connections where mine.contains(connection.port) && others.contains(connection.other) {
            try disconnect(connection)
        }
    }

    /// Full names of the ports that one side is connected to. Reads the shared graph and never blocks. Any thread but JACK's.
    public func partners(of side: Side) -> [String] {
        ports(of: side).flatMap { unsafe JackClient.names(jack_port_get_connections($0.address)) }
    }

    /// Ports of the desktop's default source or sink; in jackd the physical ports. Reads the shared graph and never blocks. Any
    /// thread but JACK's.
    ///
    /// PipeWire's libjack knows the defaults and finds their ports as `system:capture_1` and `system:playback_1`. This needs
    /// neither a program that prints the metadata nor a second connection to the daemon, and the names of a source or sink in
    /// PipeWire's metadata are not those of its ports. libjack tells nobody of a change, so the caller looks again.
    public func defaultPorts(_ side: Side) -> [String] {
        guard JackClient.isPipeWire, side != .midi else { return Array(portsMatching("physical", side).prefix(2)) }
        let stem = side == .output ? "system:playback_" : "system:capture_"
        return [1, 2].compactMap { number in
            guard let port = unsafe jack_port_by_name(handle, stem + "\(number)") else { return nil }
            return unsafe jack_port_name(port).map { unsafe String(cString: $0) }
        }
    }

    /// True for the port of a device. Reads the shared graph and never blocks. Any thread but JACK's.
    public func isPhysical(_ port: String) -> Bool {
        guard let found = unsafe jack_port_by_name(handle, port) else { return false }
        return unsafe jack_port_flags(found) & Int32(JackPortIsPhysical.rawValue) != 0
    }

    /// Full names of other clients' ports that a side can connect to and that match `pattern`; a full name matches its port. A
    /// pattern with a mistake can be a full name only; the tables of commands and settings refuse all others.
    public func portsMatching(_ pattern: String, _ side: Side) -> [String] {
        switch pattern {
        case "none": return []
        case "default": return defaultPorts(side)
        case "physical": return partnerNames(side, JackPortIsPhysical)
        default:
            let names = try? NamePattern(ports: pattern)
            return partnerNames(side).filter { $0 == pattern || names?.matches($0) == true }
        }
    }

    /// Full names of all ports of other clients that a side can connect to. libjack is given no pattern: it would hand it to
    /// regcomp(3), which a text of any user can crash or keep busy for minutes.
    func partnerNames(_ side: Side, _ more: JackPortFlags = JackPortFlags(0)) -> [String] {
        let flags = UInt(side == .output ? JackPortIsInput.rawValue : JackPortIsOutput.rawValue) | UInt(more.rawValue)
        let type = side == .midi ? JACK_DEFAULT_MIDI_TYPE : JACK_DEFAULT_AUDIO_TYPE
        return unsafe JackClient.names(jack_get_ports(handle, nil, type, flags)).filter { !$0.hasPrefix(name + ":") }
    }

    /// Converts and frees a list of names from libjack.
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
