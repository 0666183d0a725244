// Connections of the client's ports. Any thread but JACK's unless noted; reads only shared memory.
internal import CJack
public import Dictation
internal import Synchronization
internal import System

extension JackClient {
    /// All connections of the client's ports. Reads the shared graph and never blocks. Any thread but JACK's.
    public var connections: Set<PortConnection> {
        var all: Set<PortConnection> = []
        for port in ports + ports(of: .midi) {
            guard let name = unsafe jack_port_short_name(port.address).map({ unsafe String(cString: $0) }) else { continue }
            for other in unsafe JackClient.names(jack_port_get_connections(port.address)) {
                all.insert(PortConnection(port: name, other: other))
            }
        }
        return all
    }

    /// True when the graph has a port of that full name. Reads the shared graph and never blocks. Any thread but JACK's.
    public func exists(_ port: String) -> Bool { unsafe jack_port_by_name(handle, port) != nil }

    /// Full names of all ports in the graph. Reads the shared graph and never blocks. Any thread but JACK's.
    public var allPorts: [String] { unsafe JackClient.names(jack_get_ports(handle, nil, nil, 0)) }

    /// Names of the ports that appeared since the last call, at most 4096. Any thread.
    public func takeAppeared() -> Set<String> {
        unsafe signalsPointer.pointee.appeared.withLock { names in
            defer { names = [] }
            return names
        }
    }

    /// Connections that feed the client's inputs, sorted by source. Reads the shared graph and never blocks. Any thread but JACK's.
    public var feeding: [PortConnection] {
        connections.filter { !$0.port.hasPrefix("out") }.sorted { ($0.other, $0.port) < ($1.other, $1.port) }
    }

    /// Connections that feed the audio inputs. Reads the shared graph and never blocks. Any thread but JACK's.
    public var inputConnections: [PortConnection] { feeding.filter { $0.port.hasPrefix("in_") } }

    /// The connections that `connect` would make for the inputs: the first match goes to left, the second to right, a single one
    /// to both. The full name of a port is that port, whatever a pattern of these letters would match.
    public func inputConnections(to pattern: String) -> [PortConnection] {
        var found = pattern == "default" || pattern == "physical" ? [] : sourceNames.filter { $0 == pattern }
        if found.isEmpty { found = portsMatching(pattern, .input) }
        guard let first = found.first else { return [] }
        return [
            PortConnection(port: JackClient.portNames[0], other: first),
            PortConnection(port: JackClient.portNames[1], other: found.count > 1 ? found[1] : first),
        ]
    }

    /// Makes connections, and only then removes others, so that the ports are never without one. When one cannot be made, none
    /// is removed. May block. Throws `connectionRefused` and `disconnectionRefused`.
    public func exchange(making new: [PortConnection], removing old: [PortConnection]) throws(JackError) {
        for connection in new { try connect(connection) }
        for connection in old where !new.contains(connection) { try disconnect(connection) }
    }

    /// Makes a connection; one that exists already is no error. One caller at a time; may block. Throws `connectionRefused`.
    public func connect(_ connection: PortConnection) throws(JackError) {
        let own = "\(name):\(connection.port)"
        let (from, to) = connection.port.hasPrefix("out") ? (own, connection.other) : (connection.other, own)
        let code = unsafe jack_connect(handle, from, to)
        guard code == 0 || code == Errno.exists else { throw JackError.connectionRefused(from: from, to: to, code: code) }
    }

    /// Removes a connection; one that is gone already is no error. May block. Throws `disconnectionRefused`.
    func disconnect(_ connection: PortConnection) throws(JackError) {
        let own = "\(name):\(connection.port)"
        let (from, to) = connection.port.hasPrefix("out") ? (own, connection.other) : (connection.other, own)
        let code = unsafe jack_disconnect(handle, from, to)
        guard code != 0, connections.contains(connection) else { return }
        throw JackError.disconnectionRefused(from: from, to: to, code: code)
    }

    /// Notes that a port of the graph has gone. Notification thread of libjack only.
    func noteGone() {
        unsafe signalsPointer.pointee.portsGone.wrappingAdd(1, ordering: .relaxed)
        unsafe signalsPointer.pointee.wake()
    }

    /// Notes a new port of the graph. Notification thread of libjack only.
    func noteNew(_ id: jack_port_id_t) {
        if let port = unsafe jack_port_by_id(handle, id), let name = unsafe jack_port_name(port) {
            let name = unsafe String(cString: name)
            unsafe signalsPointer.pointee.appeared.withLock { names in
                if names.count < 4096 { names.insert(name) }
            }
        }
        unsafe signalsPointer.pointee.portChanges.wrappingAdd(1, ordering: .relaxed)
        unsafe signalsPointer.pointee.wake()
    }
}
