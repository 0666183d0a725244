// A connection of a port. Any thread; a value, no I/O, no C.

/// A connection of one of Dicta's ports.
public struct PortConnection: Sendable, Hashable {
    /// Dicta's port, without the client's name: `in_l`.
    public var port: String
    /// The other port, with its client's name: `system:capture_1`.
    public var other: String

    /// Makes a connection.
    public init(port: String, other: String) {
        self.port = port
        self.other = other
    }

    /// True when the other port is the same one of the same program under a new number from the server: `room:out`,
    /// `room-01:out`.
    public func isRenamed(_ old: PortConnection) -> Bool {
        guard port == old.port, other != old.other else { return false }
        let (mine, its) = (PortConnection.parts(other), PortConnection.parts(old.other))
        return mine.port == its.port && mine.client == its.client
    }

    /// The client's name without its number, and the port's name.
    private static func parts(_ name: String) -> (client: Substring, port: Substring) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name[...]) }
        let client = name[..<colon]
        let number = client.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let stem = client.dropLast(number)
        return (number > 0 && stem.utf8.last == UInt8(ascii: "-") ? stem.dropLast() : client, name[colon...])
    }
}
