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

    /// Makes a connection; one that exists already is no error. One caller at a time; may block. Throws `connectionRefused`.
    public func connect(_ connection: PortConnection) throws(JackError) {
        let own = "\(name):\(connection.port)"
        let (from, to) = connection.port.hasPrefix("out") ? (own, connection.other) : (connection.other, own)
        let code = unsafe jack_connect(handle, from, to)
        guard code == 0 || code == Errno.exists else { throw JackError.connectionRefused(from: from, to: to, code: code) }
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
