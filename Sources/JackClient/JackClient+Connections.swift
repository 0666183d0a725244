// Connections of our ports. Any thread but JACK's, where nothing else is said.
internal import CJack
public import Dictation
internal import Glibc
internal import Synchronization

extension JackClient {
    /// All connections of our ports. Reads the shared graph, never blocks; any thread but JACK's.
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

    /// Whether the graph has a port of that name. Reads the shared graph, never blocks; any thread but JACK's.
    public func exists(_ port: String) -> Bool { unsafe jack_port_by_name(handle, port) != nil }

    /// Names of all ports of the graph. Reads the shared graph, never blocks; any thread but JACK's.
    public var allPorts: [String] { unsafe JackClient.names(jack_get_ports(handle, nil, nil, 0)) }

    /// Names of the ports that came since it was asked for the last time. Any thread.
    public func takeAppeared() -> Set<String> {
        unsafe signalsPointer.pointee.appeared.withLock { names in
            defer { names = [] }
            return names
        }
    }

    /// JACK worker thread. A connection that is there already is none the worse for it.
    public func connect(_ connection: PortConnection) throws(JackError) {
        let own = "\(name):\(connection.port)"
        let (from, to) = connection.port.hasPrefix("out") ? (own, connection.other) : (connection.other, own)
        let code = unsafe jack_connect(handle, from, to)
        guard code == 0 || code == EEXIST else { throw JackError.connectionRefused(from: from, to: to, code: code) }
    }

    /// libjack's notification thread.
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
