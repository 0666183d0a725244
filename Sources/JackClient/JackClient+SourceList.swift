// The ports that can feed the inputs, with the names that people read. One caller at a time; may block on the metadata.
internal import CJack

/// A port that can feed the inputs.
public struct SourcePort: Sendable, Equatable {
    /// Full name.
    public let name: String
    /// Name for people: the pretty names of its client and of the port, else an alias, else the full name.
    public let pretty: String
    /// True for the port of a device.
    public let isPhysical: Bool
}

extension JackClient {
    /// Key of the name that people read, in JACK's metadata.
    static let prettyKey = "http://jackaudio.org/metadata/pretty-name"

    /// Full names of the ports that can feed the inputs. Reads the shared graph and never blocks. Any thread but JACK's.
    public var sourceNames: [String] { partnerNames(.input) }

    /// All ports that can feed the inputs. The metadata are a database on the disk, which other programs lock for moments.
    public func listSources() -> [SourcePort] {
        var clients: [String: String?] = [:]
        return sourceNames.compactMap { name in
            guard let port = unsafe jack_port_by_name(handle, name) else { return nil }
            let (client, short) = JackClient.parts(name)
            let known = clients[client] ?? prettyName(ofClient: client)
            clients[client] = .some(known)
            return SourcePort(
                name: name, pretty: unsafe prettyName(name, port, client: client, short: short, prettyClient: known),
                isPhysical: unsafe jack_port_flags(port) & Int32(JackPortIsPhysical.rawValue) != 0)
        }
    }

    private func prettyName(
        _ name: String, _ port: OpaquePointer, client: String, short: String, prettyClient: String?
    ) -> String {
        let own = unsafe property(jack_port_uuid(port))
        if own != nil || prettyClient != nil { return "\(prettyClient ?? client): \(own ?? short)" }
        return unsafe alias(of: port) ?? name
    }

    private func prettyName(ofClient client: String) -> String? {
        guard let text = unsafe jack_get_uuid_for_client_name(handle, client) else { return nil }
        defer { unsafe jack_free(text) }
        var uuid = jack_uuid_t()
        guard unsafe jack_uuid_parse(text, &uuid) == 0 else { return nil }
        return property(uuid)
    }

    /// The pretty name of a client or port; nil for none, also on a server without metadata.
    private func property(_ uuid: jack_uuid_t) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        var type: UnsafeMutablePointer<CChar>?
        guard unsafe jack_get_property(uuid, JackClient.prettyKey, &value, &type) == 0 else { return nil }
        defer {
            if let value = unsafe value { unsafe jack_free(value) }
            if let type = unsafe type { unsafe jack_free(type) }
        }
        return unsafe value.map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first alias of a port; nil for none.
    private func alias(of port: OpaquePointer) -> String? {
        let size = Int(jack_port_name_size())
        let room = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * size)
        defer { unsafe room.deallocate() }
        unsafe room.initialize(repeating: 0, count: 2 * size)
        let aliases: [UnsafeMutablePointer<CChar>?] = unsafe [room, room + size]
        guard unsafe jack_port_get_aliases(port, aliases) > 0 else { return nil }
        let first = unsafe String(cString: room)
        return first.isEmpty ? nil : first
    }

    /// The client's and the port's part of a full name.
    private static func parts(_ name: String) -> (client: String, port: String) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (String(name[..<colon]), String(name[name.index(after: colon)...]))
    }
}
